/** What deliveries are tested in: a database, an account whose changes are told, endpoints that lead to a receiver, worker processes. */
import { createHash } from "node:crypto"
import {
  castToJsonText,
  defaultSettings,
  type Endpoint,
  EndpointId,
  EngineSettings,
  generateId,
  layerFanOut,
  Notifier,
  now,
  Outbox,
  SigningKeys,
  Transaction,
} from "@annotary/core/effect"
import { addEndpoint, ann, makeEvent } from "@annotary/storage-contract"
import { layer as postgresLayer } from "@annotary/storage-postgres/effect"
import { layer as sqliteLayer } from "@annotary/storage-sqlite/effect"
import { Sealer } from "@annotary/webhooks"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { postgresDatabase, type StormDatabase, sqliteDatabase } from "../storm/databases.ts"
import { type ChildWorker, type Environment, workerProcess } from "../support/childServer.ts"

export const secretText = `whsec_${Buffer.alloc(32, 5).toString("base64")}`

const secretKey = createHash("sha256").update("deliveries").digest("base64url")

export interface Stage {
  readonly database: StormDatabase
  readonly environment: Environment
  readonly endpoint: (url: string, fields?: Partial<Endpoint>) => Promise<Endpoint>
  /** Commits so many events, so many a transaction; answers their ids. */
  readonly happen: (count: number, atOnce?: number) => Promise<ReadonlyArray<string>>
  readonly worker: (more?: Environment) => Promise<ChildWorker>
  /** One number that the database answers. */
  readonly count: (sql: string) => Promise<number>
  /** When each attempt began, in milliseconds, in order: an arrival is as late as a busy machine makes it. */
  readonly begun: () => Promise<ReadonlyArray<number>>
  /** Waits until nothing is pending any more. */
  readonly settled: (millis: number) => Promise<void>
  readonly close: () => Promise<void>
}

export const openStage = async (
  kind: string,
  postgresUrl: string,
  more: Environment = {},
): Promise<Stage> => {
  const database = kind === "postgres" ? await postgresDatabase(postgresUrl) : await sqliteDatabase()
  const environment: Environment = {
    ...database.environment,
    ANNOTARY_SECRET_KEYS: secretKey,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8",
    ANNOTARY_LOG_LEVEL: "error",
    ...more,
  }
  const runtime = ManagedRuntime.make(servicesOf(database))
  const { dataset, owner } = await runtime.runPromise(ann)
  const children = new Set<ChildWorker>()

  const object = castToJsonText(
    `{"uuid":"${dataset.id}","name":"s","priority":0,"padding":"${"x".repeat(600)}"}`,
  )
  const sampleCreated = Effect.map(makeEvent(dataset, "sample.created"), (event) => ({
    ...event,
    object,
    text: "ann added the sample “s”.",
  }))
  const commit = (count: number) =>
    Effect.gen(function* () {
      const events = yield* Effect.replicateEffect(sampleCreated, count)
      const transaction = yield* Transaction
      const outbox = yield* Outbox
      const notifier = yield* Notifier
      yield* transaction.run(Effect.zipRight(outbox.append(events), notifier.notify("deliveries")))
      return events.map(({ id }) => id as string)
    })
  const endpoint = (url: string, fields: Partial<Endpoint> = {}) =>
    Effect.gen(function* () {
      const id = yield* generateId(EndpointId)
      const at = yield* now
      const sealed = yield* Effect.flatMap(Sealer, (sealer) => sealer.seal(secretText, id))
      const secrets = [{ kind: "v1", sealed, createdAt: at, expiresAt: null }] as const
      return yield* addEndpoint(owner, { id, url, secrets, ...fields })
    })
  const count = async (sql: string) => Number(Object.values((await database.rows(sql))[0] ?? {})[0])
  return {
    database,
    environment,
    endpoint: (url, fields) => runtime.runPromise(endpoint(url, fields)),
    happen: async (total, atOnce = 1000) => {
      const ids: Array<string> = []
      while (ids.length < total)
        ids.push(...(await runtime.runPromise(commit(Math.min(atOnce, total - ids.length)))))
      return ids
    },
    worker: async (also = {}) => {
      const child = await workerProcess({ ...environment, ...also })
      children.add(child)
      void child.finished.then(() => children.delete(child))
      return child
    },
    count,
    begun: async () => {
      const rows = await database.rows("SELECT at FROM webhook_attempts")
      return rows.map(({ at }) => Date.parse(String(at))).sort((a, b) => a - b)
    },
    settled: async (millis) => {
      const deadline = Date.now() + millis
      while ((await count("SELECT count(*) FROM webhook_deliveries WHERE state = 'pending'")) > 0) {
        if (Date.now() > deadline) throw new Error("Deliveries are still pending.")
        await new Promise((next) => setTimeout(next, 100))
      }
    },
    close: async () => {
      for (const child of children) child.process.kill("SIGKILL")
      await Promise.all([...children].map(({ finished }) => finished))
      await runtime.dispose()
      await database.remove()
    },
  }
}

export const adminKey = `ann_delivery_${"D".repeat(43)}`

const servicesOf = ({ environment }: StormDatabase) => {
  const url = environment.ANNOTARY_DATABASE_URL ?? ""
  const storage = url.startsWith("postgres")
    ? postgresLayer({ url, maxConnections: 2 })
    : sqliteLayer({
        filename: url.slice("sqlite:".length),
        synchronous: "full",
        blobs: environment.ANNOTARY_DATA_DIR ?? "",
      })
  return Sealer.Default.pipe(
    Layer.provideMerge(SigningKeys.Default),
    Layer.provideMerge(Layer.provideMerge(layerFanOut, storage)),
    Layer.provideMerge(Layer.succeed(EngineSettings, { ...defaultSettings, secretKeys: [secretKey] })),
    Layer.provideMerge(Logger.replace(Logger.defaultLogger, Logger.none)),
  )
}
