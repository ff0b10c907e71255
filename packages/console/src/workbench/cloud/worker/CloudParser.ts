/** The workers of point clouds. They end with the workbench. */
import { isCompressedLas } from "../formats/lasHeader.ts"
import type { Pose, PreparedCloud } from "../model/prepared.ts"
import { ParseWorker } from "./ParseWorker.ts"

export class CloudParser {
  private readonly plain = new ParseWorker(
    () => new Worker(new URL("./cloudWorker.ts", import.meta.url), { type: "module" }),
  )
  private readonly compressed = new ParseWorker(
    () => new Worker(new URL("./lazWorker.ts", import.meta.url), { type: "module" }),
  )

  readonly parse = (
    bytes: ArrayBuffer,
    type: string,
    pose: Pose | undefined,
    signal: AbortSignal,
  ): Promise<PreparedCloud> => {
    const isLaz = type === "las" && isCompressedLas(new Uint8Array(bytes))
    return (isLaz ? this.compressed : this.plain).parse(bytes, type, pose, signal)
  }

  /** Ends the workers. Files that are being parsed are given up. */
  stop(): void {
    this.plain.stop()
    this.compressed.stop()
  }
}
