/** Claims on Postgres by several processes. Each layer stands for a process, with separate connections and memory. */
import {
  type Claim,
  ClaimId,
  ClaimStore,
  type Dataset,
  generateIds,
  type Sample,
  Transaction,
  type Username,
} from "@annotary/core/effect"
import { addPerson, addSamples, aWorld, runTwenty } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, ManagedRuntime } from "effect"
import pg from "pg"
import { layer } from "../src/effect.ts"
import { freshSchema } from "./storage.ts"

/** Two processes on one database, in which samples wait in the labeling pool. */
const twoProcesses = (samples: number) =>
  Effect.gen(function* () {
    const options = yield* freshSchema
    const start = Effect.acquireRelease(
      Effect.sync(() => ManagedRuntime.make(layer({ ...options, maxConnections: 8 }))),
      (runtime) => runtime.disposeEffect,
    )
    const [one, other] = [yield* start, yield* start]
    const world = yield* Effect.provide(
      Effect.gen(function* () {
        const { ann, dataset } = yield* aWorld
        const bob = yield* addPerson("bob")
        const all = yield* addSamples(
          dataset,
          Array.from({ length: samples }, () => ({})),
        )
        yield* place(dataset, all)
        return { ann, bob, dataset, samples: all }
      }),
      one,
    )
    // So that nobody waits for a connection while others are through already.
    for (const process of [one, other])
      yield* Effect.provide(
        runTwenty(() => openOf(world.dataset, world.ann)),
        process,
      )
    return { ...world, options, one: inside(one), other: inside(other) }
  })

const inside =
  <R>(runtime: ManagedRuntime.ManagedRuntime<R, never>) =>
  <A, E>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E> =>
    Effect.provide(effect, runtime)

const place = (dataset: Dataset, samples: ReadonlyArray<Sample>, np = 0) =>
  Effect.flatMap(ClaimStore, (store) =>
    store.place(
      dataset.id,
      samples.map(({ id }) => ({
        sampleId: id,
        np,
        own: null,
        open: { step: 4, user: null },
        labeler: null,
      })),
    ),
  )

const take = (dataset: Dataset, user: Username, count = 1) =>
  Effect.gen(function* () {
    const ids = yield* generateIds(ClaimId, count)
    return yield* (yield* ClaimStore).claim({
      datasetId: dataset.id,
      user,
      queue: "labeling",
      count,
      leaseSeconds: 900,
      ids,
    })
  })

const openOf = (dataset: Dataset, user: Username) =>
  Effect.flatMap(ClaimStore, (store) => store.countOpen(dataset.id, user, "labeling"))

/** Holds its transaction open while the rival runs into it, or does not; then it is kept, or undone. */
const runInto = <A, E, R, A2, E2, R2>(
  held: Effect.Effect<A, E, R>,
  rival: Effect.Effect<A2, E2, R2>,
  ending: Effect.Effect<void, string> = Effect.void,
) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const open = yield* Deferred.make<void>()
    const waiting = Effect.zipRight(Deferred.succeed(open, undefined), Effect.sleep("400 millis"))
    const one = yield* Effect.fork(run(held.pipe(Effect.zipLeft(waiting), Effect.zipLeft(ending))))
    yield* Deferred.await(open)
    const answer = yield* rival
    return [yield* Fiber.await(one), answer] as const
  })

/** One after the other, each for somebody new. */
const takeEach = (dataset: Dataset, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => Effect.flatMap(addPerson(name), (user) => take(dataset, user))).pipe(
    Effect.map((hauls) => hauls.flat()),
  )

const idsOf = (samples: ReadonlyArray<Sample>) => samples.map(({ id }) => id)
const samplesOf = (claims: ReadonlyArray<Claim>) => claims.map(({ sampleId }) => sampleId)

describe("one person who claims a sample", () => {
  it.scopedLive("twenty times at once, of two processes, is given one", () =>
    Effect.gen(function* () {
      const { ann, dataset, one, other } = yield* twoProcesses(40)
      const hauls = yield* runTwenty((i) => (i % 2 === 0 ? one : other)(take(dataset, ann)))
      assert.deepStrictEqual(
        hauls.map((claims) => claims.length),
        hauls.map(() => 1),
      )
      assert.strictEqual(new Set(hauls.flat().map(({ id }) => id)).size, 1)
      assert.strictEqual(yield* one(openOf(dataset, ann)), 1)
    }),
  )

  it.scopedLive("again while the first answer is not committed yet, is given the same", () =>
    Effect.gen(function* () {
      const { ann, dataset, one, other } = yield* twoProcesses(5)
      const [first, second] = yield* one(runInto(take(dataset, ann), other(take(dataset, ann))))
      assert.deepStrictEqual(
        Exit.map(first, (claims) => claims.map(({ id }) => id)),
        Exit.succeed(second.map(({ id }) => id)),
      )
      assert.strictEqual(yield* one(openOf(dataset, ann)), 1)
    }),
  )

  it.scopedLive("again while the first answer is undone, is given one", () =>
    Effect.gen(function* () {
      const { ann, dataset, one, other } = yield* twoProcesses(5)
      const rival = other(take(dataset, ann))
      const [, given] = yield* one(runInto(take(dataset, ann), rival, Effect.fail("undone")))
      assert.lengthOf(given, 1)
      assert.strictEqual(yield* one(openOf(dataset, ann)), 1)
    }),
  )
})

const manyPeople = (count: number) =>
  Effect.forEach(Array.from({ length: count }).keys(), (n) => addPerson(`labeler${n}`))

const takeAtOnce = (dataset: Dataset, people: ReadonlyArray<Username>) =>
  Effect.forEach(people, (user) => take(dataset, user), { concurrency: "unbounded" })

describe("several people who claim at once", () => {
  it.scopedLive("are given different samples, the first of the queue", () =>
    Effect.gen(function* () {
      const { dataset, one, samples } = yield* twoProcesses(50)
      const people = yield* one(manyPeople(40))
      const hauls = yield* one(takeAtOnce(dataset, people))
      const holders = hauls.map((claims) => claims.map(({ holder }) => holder))
      assert.deepStrictEqual(
        holders,
        people.map((user) => [user]),
      )
      assert.deepStrictEqual(samplesOf(hauls.flat()).sort(), idsOf(samples.slice(0, 40)))
    }),
  )

  it.scopedLive("are given their own and assigned samples first, and no sample twice", () =>
    Effect.gen(function* () {
      const { dataset, one, samples } = yield* twoProcesses(20)
      const people = yield* one(manyPeople(8))
      const [, , own, rejected, assigned] = people
      const [, , , , a, b] = idsOf(samples)
      if (!(a && b && own && rejected && assigned)) return assert.fail()
      const rest = { np: 0, labeler: null }
      const open = { step: 3, user: assigned } as const
      const keys = [
        { ...rest, sampleId: a, own: { step: 1, user: own }, open: null } as const,
        // Two of them find this one.
        { ...rest, sampleId: b, own: { step: 2, user: rejected }, open } as const,
      ]
      yield* one(Effect.flatMap(ClaimStore, (store) => store.place(dataset.id, keys)))
      const claims = (yield* one(takeAtOnce(dataset, people))).flat()
      assert.strictEqual(new Set(samplesOf(claims)).size, 8)
      assert.strictEqual(claims.find(({ holder }) => holder === own)?.sampleId, a)
      assert.include([rejected, assigned], claims.find(({ sampleId }) => sampleId === b)?.holder)
    }),
  )

  it.scopedLive("are not concerned when one of them gives up", () =>
    Effect.gen(function* () {
      const { dataset, one } = yield* twoProcesses(50)
      const people = yield* one(manyPeople(20))
      const fibers = yield* Effect.forEach(people, (user) => Effect.fork(one(take(dataset, user))))
      yield* Effect.sleep("1 millis")
      const ends = yield* Effect.forEach(fibers, (fiber, i) =>
        i % 3 === 0 ? Effect.as(Fiber.interruptFork(fiber), null) : Fiber.await(fiber),
      )
      for (const exit of ends) if (exit !== null) assert.lengthOf(Exit.isSuccess(exit) ? exit.value : [], 1)
      for (const user of people) assert.lengthOf(yield* one(take(dataset, user)), 1)
    }),
  )
})

describe("the turn of a person", () => {
  it.scopedLive("shows what was given to them while the statement was on its way to it", () =>
    Effect.gen(function* () {
      const { ann, dataset, one, options } = yield* twoProcesses(5)
      const client = new pg.Client({
        connectionString: options.url,
        options: `-c search_path=${options.schema}`,
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => client.connect()),
        () => Effect.promise(() => client.end()),
      )
      const slow = Effect.promise(() =>
        client.query<{ readonly free: boolean }>(
          "SELECT queue_turn($1, $2, 1, 0) AS free FROM (SELECT pg_sleep(1)) AS on_its_way",
          [dataset.id, ann],
        ),
      )
      const given = Effect.delay(one(take(dataset, ann)), "200 millis")
      const [{ rows }, claims] = yield* Effect.all([slow, given], { concurrency: 2 })
      assert.lengthOf(claims, 1)
      assert.deepStrictEqual(rows, [{ free: false }])
    }),
  )
})

describe("one person who claims several samples", () => {
  it.scopedLive("twenty times at once, of two processes, gets no more than requested", () =>
    Effect.gen(function* () {
      const { ann, dataset, one, other } = yield* twoProcesses(40)
      const hauls = yield* runTwenty((i) => (i % 2 === 0 ? one : other)(take(dataset, ann, 1 + (i % 4))))
      assert.strictEqual(new Set(samplesOf(hauls.flat())).size, 4)
      assert.strictEqual(yield* one(openOf(dataset, ann)), 4)
    }),
  )

  it.scopedLive("and gives them back when they are too many, never holds more than they may", () =>
    Effect.gen(function* () {
      const most = 3
      const { ann, dataset, one, other } = yield* twoProcesses(40)
      const some = (count: number) =>
        Effect.flatMap(Transaction, ({ run }) =>
          run(
            Effect.filterOrFail(
              take(dataset, ann, count),
              (claims) => claims.length <= most,
              () => "too many",
            ),
          ),
        )
      const answers = yield* runTwenty((i) => (i % 2 === 0 ? one : other)(Effect.either(some(1 + (i % 4)))))
      assert.deepStrictEqual(
        answers.map(({ _tag }) => _tag === "Right"),
        answers.map((_, i) => 1 + (i % 4) <= most),
      )
      assert.strictEqual(yield* one(openOf(dataset, ann)), most)
    }),
  )

  it.scopedLive("and ends them at the same time, is given none twice, and nobody waits for nobody", () =>
    Effect.gen(function* () {
      const { ann, dataset, one, other } = yield* twoProcesses(60)
      const given: Array<ClaimId> = []
      yield* runTwenty((i) =>
        (i % 2 === 0 ? one : other)(
          Effect.gen(function* () {
            const store = yield* ClaimStore
            for (const claim of yield* take(dataset, ann, 1 + (i % 3))) {
              given.push(claim.id)
              yield* (yield* Transaction).run(
                Effect.flatMap(store.findForUpdate(claim.id), () =>
                  store.release(dataset.id, [claim.sampleId], "released"),
                ),
              )
            }
          }),
        ),
      )
      assert.isAbove(given.length, 19)
      assert.isAtMost(yield* one(openOf(dataset, ann)), 3)
    }),
  )
})

/** Does the first in a transaction that stays open until the second is done; then it is kept, or undone. */
const beside = <A, E, R, A2, E2, R2>(
  held: Effect.Effect<A, E, R>,
  meanwhile: Effect.Effect<A2, E2, R2>,
  ending: Effect.Effect<void, string> = Effect.void,
) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const open = yield* Deferred.make<void>()
    const goOn = yield* Deferred.make<void>()
    const waiting = Deferred.succeed(open, undefined).pipe(Effect.zipRight(Deferred.await(goOn)))
    const one = yield* Effect.fork(run(held.pipe(Effect.zipLeft(waiting), Effect.zipLeft(ending))))
    yield* Deferred.await(open)
    const answer = yield* meanwhile
    yield* Deferred.succeed(goOn, undefined)
    yield* Fiber.await(one)
    return answer
  })

describe("the order of a queue that many take from", () => {
  it.scopedLive("has a sample that is put forward at once, also beside claims that go on meanwhile", () =>
    Effect.gen(function* () {
      const { dataset, one, samples } = yield* twoProcesses(30)
      const last = samples.slice(-1)
      yield* one(takeEach(dataset, ["a", "b", "c"]))
      yield* one(beside(place(dataset, last, -1), takeEach(dataset, ["d", "e", "f"])))
      assert.deepStrictEqual(samplesOf(yield* one(takeEach(dataset, ["g"]))), idsOf(last))
    }),
  )

  it.scopedLive("has a sample that was given back, or whose claim was undone, at once", () =>
    Effect.gen(function* () {
      const { bob, dataset, one, samples } = yield* twoProcesses(30)
      const release = Effect.flatMap(ClaimStore, (store) =>
        store.release(dataset.id, idsOf(samples.slice(0, 1)), "released"),
      )
      yield* one(takeEach(dataset, ["a"]))
      yield* one(beside(take(dataset, bob), takeEach(dataset, ["b", "c", "d"]), Effect.fail("undone")))
      assert.deepStrictEqual(samplesOf(yield* one(takeEach(dataset, ["e"]))), idsOf(samples.slice(1, 2)))
      yield* one(beside(release, takeEach(dataset, ["f"])))
      assert.deepStrictEqual(samplesOf(yield* one(takeEach(dataset, ["g"]))), idsOf(samples.slice(0, 1)))
    }),
  )

  it.scopedLive("has what another process puts forward within 1.5 seconds", () =>
    Effect.gen(function* () {
      const { dataset, one, other, samples } = yield* twoProcesses(30)
      const last = samples.slice(-1)
      yield* one(takeEach(dataset, ["a", "b", "c"]))
      yield* other(place(dataset, last, -1))
      yield* Effect.sleep("1500 millis")
      assert.deepStrictEqual(samplesOf(yield* one(takeEach(dataset, ["d"]))), idsOf(last))
    }),
  )

  it.scopedLive("passes over what a write holds, and has it at once when that is over", () =>
    Effect.gen(function* () {
      const { bob, dataset, one, samples } = yield* twoProcesses(30)
      const write = Effect.flatMap(ClaimStore, (store) => store.lock(dataset.id, idsOf(samples.slice(0, 1))))
      const meanwhile = yield* one(beside(write, takeEach(dataset, ["a", "b", "c"])))
      assert.deepStrictEqual(samplesOf(meanwhile), idsOf(samples.slice(1, 4)))
      assert.deepStrictEqual(samplesOf(yield* one(take(dataset, bob))), idsOf(samples.slice(0, 1)))
    }),
  )
})

describe("ended leases", () => {
  it.scopedLive("are freed so many at a time, also where the database looks for them once a row", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      const analyzed = Effect.promise(async () => {
        const client = new pg.Client({ connectionString: options.url })
        await client.connect()
        await client.query(`ANALYZE ${options.schema}.sample_queue`)
        await client.end()
      })
      yield* Effect.provide(
        Effect.gen(function* () {
          const { ann, dataset } = yield* aWorld
          const [first, ...others] = yield* addSamples(dataset, [{}, {}, {}, {}, {}])
          if (first === undefined) return assert.fail()
          // What is known of one row leads to a plan for few of them.
          yield* place(dataset, [first])
          yield* analyzed
          yield* place(dataset, others)
          const { claim, expire } = yield* ClaimStore
          const ids = yield* generateIds(ClaimId, 5)
          yield* claim({
            datasetId: dataset.id,
            user: ann,
            queue: "labeling",
            count: 5,
            leaseSeconds: -1,
            ids,
          })
          assert.strictEqual(yield* expire(dataset.id, 2), 2)
          assert.strictEqual(yield* expire(null, 2), 2)
          assert.strictEqual(yield* expire(null, 2), 1)
        }),
        layer(options),
      )
    }),
  )
})
