/** What several transactions do at once to the same things, where only Postgres would let them get in one another's way. */
import { randomUUID } from "node:crypto"
import {
  ClaimStore,
  type Dataset,
  DatasetStore,
  IssueStore,
  type Sample,
  SampleStore,
  type Storage,
  Transaction,
} from "@annotary/core/effect"
import {
  addLabelset,
  addPerson,
  addSamples,
  aWorld,
  instant,
  makeIssue,
  makeSample,
  runBeside,
  runTwenty,
} from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, ManagedRuntime } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { layer } from "../src/effect.ts"
import { count, storageAndRows } from "./withRows.ts"

const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))

const deletedAndPurged = ({ id }: Dataset) =>
  Effect.gen(function* () {
    const store = yield* DatasetStore
    yield* store.markDeleted(id, instant)
    yield* Effect.repeat(store.purge(id, 100), { while: (gone) => gone > 0 })
  })

interface Addition {
  /** That it has rows in. */
  readonly tables: ReadonlyArray<string>
  readonly add: (dataset: Dataset, sample: Sample) => Effect.Effect<unknown, never, Storage>
}

const additions: Readonly<Record<string, Addition>> = {
  sample: {
    tables: ["samples", "sample_versions", "directory"],
    add: (dataset) =>
      Effect.flatMap(SampleStore, (store) =>
        Effect.flatMap(makeSample(dataset, "new"), (sample) => store.insert([sample])),
      ),
  },
  labelset: { tables: ["labelsets", "directory"], add: (dataset) => addLabelset(dataset, "model") },
  issue: {
    tables: ["issues", "directory"],
    add: (_, sample) =>
      Effect.flatMap(IssueStore, (store) => Effect.flatMap(makeIssue(sample), store.insert)),
  },
  collaborator: {
    tables: ["collaborators"],
    add: (dataset) =>
      Effect.gen(function* () {
        const store = yield* DatasetStore
        yield* store.addCollaborator(dataset.id, yield* addPerson("bob"), "labeler")
      }),
  },
}

describe("a dataset that is deleted and purged", () => {
  for (const [what, { add, tables }] of Object.entries(additions))
    it.scopedLive(`leaves nothing of this, added at that moment: ${what}`, () =>
      Effect.gen(function* () {
        const { dataset } = yield* aWorld
        const [sample] = yield* addSamples(dataset, [{}])
        if (sample === undefined) return assert.fail()
        yield* runBeside(add(dataset, sample), deletedAndPurged(dataset))
        for (const table of tables) assert.strictEqual(yield* count(table), 0, table)
      }).pipe(Effect.provide(storageAndRows)),
    )
})

/** A separate database, whose deadlocks Postgres counts. */
const ownDatabase = Effect.acquireRelease(
  Effect.promise(async () => {
    const name = `d_${randomUUID().replaceAll("-", "")}`
    await rowsOf(inject("postgresUrl"), `CREATE DATABASE ${name}`)
    const url = new URL(inject("postgresUrl"))
    url.pathname = `/${name}`
    return { name, url: url.href }
  }),
  ({ name }) => Effect.promise(() => rowsOf(inject("postgresUrl"), `DROP DATABASE ${name} WITH (FORCE)`)),
)

const rowsOf = async (url: string, text: string): Promise<ReadonlyArray<{ readonly deadlocks?: string }>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** The deadlocks of what twenty do at once. */
const deadlocksOf = <E>(work: Effect.Effect<unknown, E, Storage>) =>
  Effect.gen(function* () {
    const { name, url } = yield* ownDatabase
    const runtime = ManagedRuntime.make(layer({ url, maxConnections: 20 }))
    yield* Effect.provide(work, runtime)
    yield* runtime.disposeEffect
    const deadlocksText = `SELECT deadlocks FROM pg_stat_database WHERE datname = '${name}'`
    const [row] = yield* Effect.promise(() => rowsOf(inject("postgresUrl"), deadlocksText))
    return Number(row?.deadlocks)
  })

/** The list begun at another place by each. */
const turned = <A>(all: ReadonlyArray<A>, by: number): ReadonlyArray<A> => [
  ...all.slice(by),
  ...all.slice(0, by),
]

describe("twenty at once", () => {
  it.scopedLive("never deadlock, in whatever order each names samples and their places", () =>
    Effect.gen(function* () {
      const names = Array.from({ length: 200 }, (_, i) => `s${i}`)
      const work = Effect.gen(function* () {
        const [samples, claims] = yield* Effect.all([SampleStore, ClaimStore])
        const { dataset } = yield* aWorld
        const there = yield* addSamples(
          dataset,
          names.map(() => ({})),
        )
        const place = ({ id }: Sample) => ({
          sampleId: id,
          np: 0,
          own: null,
          open: { step: 4 as const, user: null },
          labeler: null,
        })
        yield* runTwenty((i) =>
          Effect.gen(function* () {
            const mine = yield* Effect.forEach(turned(names, i * 10), (name) => makeSample(dataset, name))
            yield* run(samples.insert(mine))
            yield* run(claims.place(dataset.id, turned(there, i * 10).map(place)))
          }),
        )
      })
      assert.strictEqual(yield* deadlocksOf(work), 0)
    }),
  )

  it.scopedLive("never deadlock when each counts in a dataset several times", () =>
    Effect.gen(function* () {
      const work = Effect.gen(function* () {
        const store = yield* DatasetStore
        const { dataset } = yield* aWorld
        const once = store.addCounts(dataset.id, { samples: 1, byStatus: {} })
        yield* runTwenty(() => run(Effect.repeatN(Effect.zipRight(once, Effect.sleep("2 millis")), 9)))
        const details = yield* store.details([dataset.id])
        assert.strictEqual(details.get(dataset.id)?.counts.samples, 200)
      })
      assert.strictEqual(yield* deadlocksOf(work), 0)
    }),
  )
})
