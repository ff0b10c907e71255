/** A process that makes releases on Postgres on request, and reports their time and memory. */
import { setTimeout as sleep } from "node:timers/promises"
import { layer } from "@annotary/storage-postgres/effect"
import { folder } from "@annotary/storage-sqlite/effect"
import { Effect, Layer, ManagedRuntime } from "effect"
import { writeRelease } from "./released.ts"

export interface ReleaserPlan {
  readonly url: string
  readonly schema: string
  readonly datasetId: string
  readonly samples: number
  /** The folder of the files; by default they are stored in the database. */
  readonly files?: string
}

export interface ReleaseFigures {
  readonly seconds: number
  readonly peakMegabytes: number
}

const serve = (plan: ReleaserPlan) => {
  const { datasetId, files, samples, schema, url } = plan
  const storage = layer({ url, schema, ...(files === undefined ? {} : { blobs: folder(files) }) })
  const runtime = ManagedRuntime.make(Layer.merge(storage, Layer.setTracerEnabled(false)))
  const run = async (): Promise<ReleaseFigures> => {
    let peak = 0
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    const begun = performance.now()
    await runtime.runPromise(writeRelease(datasetId, samples))
    const seconds = (performance.now() - begun) / 1000
    clearInterval(timer)
    // Waits until the frozen rows of this release are removed, so that it does not affect the next measurement.
    while ((await runtime.runPromise(countLeft(plan))) > 0) await sleep(50)
    return { seconds, peakMegabytes: peak / 1e6 }
  }
  process.on("message", () => void run().then((figures) => process.send?.(figures)))
}

const countLeft = ({ schema, url }: ReleaserPlan) =>
  Effect.promise(async () => {
    const { default: pg } = await import("pg")
    const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
    await client.connect()
    const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM snapshots")
    await client.end()
    return rows[0]?.n ?? 0
  })

const [, , given] = process.argv
if (given !== undefined) serve(JSON.parse(given))
