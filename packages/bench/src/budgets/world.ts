/** An engine whose operations and statements are counted, with two datasets for the calls. */
import { createEngine, type DatasetRef, type Engine, type SampleId } from "@annotary/core"
import { JobWorker, layerJobHandlers, type Storage, type WebhookStorage } from "@annotary/core/effect"
import { countStatements, makeOperationCounter } from "@annotary/test-support/counting"
import { webhooks } from "@annotary/webhooks"
import { Effect, Layer } from "effect"
import { configuration } from "../harness/world.ts"
import { label, makeLines } from "./inputs.ts"

/** The cost of a call. */
export interface Counts {
  /** Turns of Effect's run loop. */
  readonly operations: number
  /** SQL statements, BEGIN and COMMIT included. */
  readonly statements: number
}

export interface CountedWorld extends AsyncDisposable {
  readonly engine: Engine
  readonly owner: string
  readonly labeler: string
  /** A dataset whose samples wait for labelers. */
  readonly waiting: DatasetRef
  /** A dataset whose samples are labeled. */
  readonly labeled: DatasetRef
  /** The first samples of both. */
  readonly samples: { readonly waiting: SampleId; readonly labeled: SampleId }
  /** Runs one waiting job, as a worker does. */
  readonly work: () => Promise<boolean>
  /** The cost of a call, and of what it leaves running. */
  readonly count: (call: () => Promise<unknown>) => Promise<Counts>
}

export interface CountedWorldOptions {
  readonly storage: Layer.Layer<Storage | WebhookStorage>
  /** Whether the owner has webhooks, with one endpoint. */
  readonly webhooksOn: boolean
}

/** The number of samples in each dataset. */
export const rows = 1000
/** The kind of every dataset. */
export const datasetInput = {
  category: "other",
  taskType: "pointcloud-cuboid",
  taskAttributes: configuration,
} as const
const owner = "owner"
const labeler = "labeler"

/** Without background work, which would be counted with the calls. */
export const makeCountedWorld = async (options: CountedWorldOptions): Promise<CountedWorld> => {
  const operations = makeOperationCounter()
  const engine = await createEngine({
    storage: Layer.merge(options.storage, operations.layer),
    extensions: [webhooks({ allow: ["127.0.0.1/32"] })],
    worker: false,
  })
  const statements = countStatements()
  for (const username of [owner, labeler]) await engine.users.create({ username })
  if (options.webhooksOn) {
    await engine.as(owner).users.setWebhooks(true)
    await engine.webhooks.as(owner).endpoints.create({ url: "http://127.0.0.1:9999/" })
  }
  const waiting = await makeDataset(engine, "waiting")
  const labeled = await makeDataset(engine, "labeled", label)
  const worker = await engine.runtime.runPromise(jobWorker)
  const soFar = (): Counts => ({ operations: operations.operations(), statements: statements.statements() })
  return {
    engine,
    owner,
    labeler,
    waiting: waiting.ref,
    labeled: labeled.ref,
    samples: { waiting: waiting.first, labeled: labeled.first },
    work: () => engine.runtime.runPromise(worker.step),
    count: async (call) => {
      const before = await waitUntilSettled(soFar)
      await call()
      const after = await waitUntilSettled(soFar)
      return {
        operations: after.operations - before.operations,
        statements: after.statements - before.statements,
      }
    },
    [Symbol.asyncDispose]: async () => {
      statements[Symbol.dispose]()
      await engine.close()
    },
  }
}

const jobWorker = Effect.provide(JobWorker, Layer.provide(JobWorker.Default, layerJobHandlers))

const makeDataset = async (engine: Engine, name: string, imported?: typeof label) => {
  const ref = { _tag: "Name", owner, name } as const
  const me = engine.as(owner)
  await me.datasets.create({ ...datasetInput, name })
  await me.collaborators.add(ref, { user: labeler, role: "labeler" })
  const ids: Array<SampleId> = []
  for await (const result of await me.samples.importLines(ref, makeLines(rows, imported)))
    if (result._tag === "Line" && result.uuid !== null) ids.push(result.uuid)
  const [first] = ids
  if (first === undefined || ids.length !== rows) throw new Error("Samples were not imported.")
  return { ref, first }
}

/** Counts after fibers that were left running have ended. */
const waitUntilSettled = async (readCounts: () => Counts): Promise<Counts> => {
  let before = readCounts()
  for (;;) {
    await waitTwoTurns()
    const now = readCounts()
    if (now.operations === before.operations && now.statements === before.statements) return now
    before = now
  }
}

/** Two turns of the event loop: a task, and what it schedules. */
const waitTwoTurns = async (): Promise<void> => {
  for (let i = 0; i < 2; i++) await new Promise<void>((resolve) => setImmediate(resolve))
}
