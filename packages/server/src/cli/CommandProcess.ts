/** The parts of its process that a command uses. In a separate file, because `--help` loads it. */
import type { Readable, Writable } from "node:stream"
import { Context } from "effect"

export interface OutputStream extends Writable {
  /** True for a terminal. */
  readonly isTTY?: boolean
}

export interface ProcessParts {
  readonly env: { readonly [name: string]: string | undefined }
  readonly stdin: Readable
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

/** The variables and the standard streams of a command: those of this process, unless its caller gives others. */
export class CommandProcess extends Context.Reference<CommandProcess>()("@annotary/server/CommandProcess", {
  defaultValue: (): ProcessParts => process,
}) {}
