/** Runs commands in the process of the tests: to start a process takes ten times as long as most commands. */
import { Readable, Writable } from "node:stream"
import { runCommandLine } from "../../src/cli/runCommandLine.ts"
import { type Environment, makeEnvironment } from "./childServer.ts"

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A command that runs and ends, with no standard input. */
export const annotary = async (words: ReadonlyArray<string>, environment: Environment): Promise<Ended> => {
  const [stdout, stderr] = [new Collected(), new Collected()]
  const parts = { env: makeEnvironment(environment), stdin: Readable.from([]), stdout, stderr }
  const code = await runCommandLine(words, parts).exitCode
  return { code, stdout: stdout.text, stderr: stderr.text }
}

/** Keeps what is written to it. */
export class Collected extends Writable {
  readonly #parts: Array<Buffer> = []

  get text(): string {
    return Buffer.concat(this.#parts).toString()
  }

  override _write(part: Buffer, _: BufferEncoding, done: () => void): void {
    this.#parts.push(part)
    done()
  }
}
