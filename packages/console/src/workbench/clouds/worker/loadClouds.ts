/** Loads the cloud of a frame: one file, or those of several sensors merged. */
import type { Cloud } from "../formats/Cloud.ts"
import { CloudError } from "../formats/CloudError.ts"
import type { LoadCloud } from "./CloudCache.ts"
import type { CloudParser } from "./CloudParser.ts"
import { fetchBytes, type Progress } from "./fetchBytes.ts"

/** Why the cloud of one of several sensors could not be loaded; the cause says it. */
export class SensorError extends Error {
  constructor(
    readonly sensor: string,
    override readonly cause: unknown,
  ) {
    super(`${sensor}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = "SensorError"
  }
}

export const loadClouds =
  (parser: Pick<CloudParser, "merge" | "parse" | "place">, fetch = fetchBytes): LoadCloud =>
  async ({ pose, sensors = [], type, url }, signal, onProgress) => {
    if (sensors.length < 2) return parser.parse(await fetch(url, signal, onProgress), type, pose, signal)
    const progress = sensors.map((): Progress => ({ loaded: 0, total: undefined }))
    let empty: unknown
    const placed = await Promise.all(
      sensors.map(async (file, index): Promise<Cloud | undefined> => {
        try {
          const bytes = await fetch(file.url, signal, (now) => {
            progress[index] = now
            onProgress(sumProgress(progress))
          })
          return await parser.place(bytes, file.type, file.pose, signal)
        } catch (error) {
          if (signal.aborted) throw error
          if (!(error instanceof CloudError) || error.code !== "empty")
            throw new SensorError(file.sensor, error)
          // A sensor that saw nothing leaves the others to be seen.
          empty = error
          return undefined
        }
      }),
    )
    const clouds = placed.filter((cloud) => cloud !== undefined)
    if (clouds.length === 0) throw empty
    return parser.merge(clouds, signal)
  }

const sumProgress = (parts: ReadonlyArray<Progress>): Progress => ({
  loaded: parts.reduce((sum, { loaded }) => sum + loaded, 0),
  total: parts.reduce<number | undefined>(
    (sum, { total }) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  ),
})
