/** The workers of point clouds. They end with the workbench. */
import type { Cloud } from "../formats/Cloud.ts"
import { isCompressedLas } from "../formats/lasHeader.ts"
import type { Pose, PreparedCloud } from "../prepared.ts"
import { type CloudAnswer, type ParseWorker, parseWorker } from "./parseWorker.ts"

export class CloudParser {
  private readonly plain = parseWorker(
    () => new Worker(new URL("./cloudWorker.ts", import.meta.url), { type: "module" }),
  )
  private readonly compressed = parseWorker(
    () => new Worker(new URL("./lazWorker.ts", import.meta.url), { type: "module" }),
  )

  readonly parse = async (
    bytes: ArrayBuffer,
    type: string,
    pose: Pose | undefined,
    signal: AbortSignal,
  ): Promise<PreparedCloud> =>
    getPrepared(await this.chooseWorker(bytes, type).run({ bytes, type, pose, merges: false }, signal))

  /** Parses a cloud that is to be merged with others. */
  readonly place = async (
    bytes: ArrayBuffer,
    type: string,
    pose: Pose | undefined,
    signal: AbortSignal,
  ): Promise<Cloud> => {
    const answer = await this.chooseWorker(bytes, type).run({ bytes, type, pose, merges: true }, signal)
    if ("placed" in answer) return answer.placed
    throw new Error(otherAnswer)
  }

  /** Merges clouds in coordinates of the world. Their arrays are gone afterwards. */
  readonly merge = async (clouds: ReadonlyArray<Cloud>, signal: AbortSignal): Promise<PreparedCloud> =>
    getPrepared(await this.plain.run({ clouds }, signal))

  /** Ends the workers. Files that are being parsed are given up. */
  stop(): void {
    this.plain.stop()
    this.compressed.stop()
  }

  private chooseWorker(bytes: ArrayBuffer, type: string): ParseWorker {
    return type === "las" && isCompressedLas(new Uint8Array(bytes)) ? this.compressed : this.plain
  }
}

const otherAnswer = "The worker has answered something else."

const getPrepared = (answer: CloudAnswer): PreparedCloud => {
  if ("cloud" in answer) return answer.cloud
  throw new Error(otherAnswer)
}
