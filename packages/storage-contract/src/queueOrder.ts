/** ClaimStore: the order of the queues, compared with a plain sort of the same samples. */
import {
  ClaimId,
  ClaimStore,
  type Dataset,
  generateIds,
  LabelStatus,
  LabelStore,
  type Labelset,
  orderFor,
  type PrelabelRequest,
  type QueueFacts,
  type QueueName,
  queueKey,
  type SampleId,
  type Storage,
  Transaction,
  type Username,
  type Workers,
} from "@annotary/core/effect"
import { Effect, FastCheck, Runtime } from "effect"
import { addDataset, addLabelset, addPerson, addSamples, makeLabel } from "./fixtures.ts"
import { makeSuite, type Suite } from "./suite.ts"

/** `dan` may not work in any queue, `cyd` only in labeling. */
const names = ["ann", "bob", "cyd", "dan"] as const
type Name = (typeof names)[number]
const workers: Workers = {
  mayLabel: (user) => user !== "dan",
  mayReview: (user) => user === "ann" || user === "bob",
  mayPrelabel: (user) => user !== "dan",
}

interface Spec {
  readonly priority: number
  readonly status: LabelStatus | null
  readonly labeler: Name | null
  readonly reviewer: Name | null
  readonly rejecter: Name | null
  readonly assignedLabeler: Name | null
  readonly assignedReviewer: Name | null
  readonly prelabel: PrelabelRequest | undefined
}
interface QueueRequest {
  readonly user: Name
  readonly queue: QueueName
}

const somebody = FastCheck.option(FastCheck.constantFrom(...names), { nil: null })
const spec: FastCheck.Arbitrary<Spec> = FastCheck.record({
  priority: FastCheck.constantFrom(-2.5, 0, 0.5, 3),
  status: FastCheck.option(FastCheck.constantFrom(...LabelStatus.literals), { nil: null, freq: 8 }),
  labeler: somebody,
  reviewer: somebody,
  rejecter: somebody,
  assignedLabeler: somebody,
  assignedReviewer: somebody,
  prelabel: FastCheck.option(FastCheck.constantFrom("first", "again"), { nil: undefined }),
})
const specs = FastCheck.array(spec, { maxLength: 14 })
const requests: FastCheck.Arbitrary<ReadonlyArray<QueueRequest>> = FastCheck.array(
  FastCheck.record({
    user: FastCheck.constantFrom("ann", "bob", "cyd"),
    queue: FastCheck.constantFrom("prelabeling", "labeling", "reviewing"),
  }),
  { maxLength: 16 },
)

type People = Readonly<Record<Name, Username>>

/** Creates a dataset for a case, with places computed from the storage's facts. */
const prepare = (people: People, name: string, wanted: ReadonlyArray<Spec>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(prepareQueue(people, name, wanted)))

const prepareQueue = (people: People, name: string, wanted: ReadonlyArray<Spec>) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const dataset = yield* addDataset(people.ann, name)
    const truth = yield* addLabelset(dataset)
    const facts = yield* store(people, dataset, truth, wanted)
    const ids = facts.map((each) => each.sampleId)
    const byId = new Map((yield* claims.facts(dataset.id, ids)).map((each) => [each.sampleId, each]))
    yield* expectEqual(
      "the facts",
      ids.map((id) => byId.get(id)),
      facts,
    )
    const requested = facts.map((each, i): QueueFacts => ({ ...each, prelabel: wanted[i]?.prelabel }))
    yield* claims.place(
      dataset.id,
      requested.map((each) => queueKey(each, workers)),
    )
    const isEffective = ({ prelabel, status }: QueueFacts) =>
      (prelabel === "first" && status === null) || (prelabel === "again" && status === "PRELABELED")
    yield* expectEqual(
      "the requests",
      (yield* claims.facts(dataset.id, ids)).map(({ prelabel, sampleId }) => [sampleId, prelabel]).sort(),
      requested.map((each) => [each.sampleId, isEffective(each) ? each.prelabel : undefined]).sort(),
    )
    return { dataset, facts: requested }
  })

const store = (people: People, dataset: Dataset, truth: Labelset, wanted: ReadonlyArray<Spec>) =>
  Effect.gen(function* () {
    const labels = yield* LabelStore
    const findUser = (name: Name | null) => (name === null ? null : people[name])
    const samples = yield* addSamples(
      dataset,
      wanted.map(({ priority, assignedLabeler, assignedReviewer }) => ({
        priority,
        assignedLabeler: findUser(assignedLabeler),
        assignedReviewer: findUser(assignedReviewer),
      })),
    )
    return yield* Effect.forEach(samples, (sample, i) =>
      Effect.gen(function* () {
        const { status = null, labeler = null, reviewer = null, rejecter = null } = wanted[i] ?? {}
        const roles = {
          labeler: findUser(labeler),
          reviewer: findUser(reviewer),
          rejecter: findUser(rejecter),
        }
        const { priority, assignedLabeler, assignedReviewer } = sample
        const facts: QueueFacts = {
          sampleId: sample.id,
          priority,
          assignedLabeler,
          assignedReviewer,
          status,
          ...(status === null ? { labeler: null, reviewer: null, rejecter: null } : roles),
        }
        if (status === null) return facts
        const label = yield* makeLabel(sample, truth, { status, ...roles })
        const change = { action: "write", from: null, by: label.createdBy, at: label.createdAt } as const
        yield* labels.write(label, change, null, false)
        return facts
      }),
    )
  })

const expectEqual = (what: string, found: unknown, expected: unknown): Effect.Effect<void, string> => {
  const [got, want] = [JSON.stringify(found, sortKeys), JSON.stringify(expected, sortKeys)]
  return got === want ? Effect.void : Effect.fail(`${what} differ:\n  got  ${got}\n  want ${want}`)
}

/** Sorts the keys of objects, so that equal objects have equal text. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Compares the claims and the view of each person with the order. */
const compareAtOnce = (people: People, name: string, wanted: ReadonlyArray<Spec>) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const { dataset, facts } = yield* prepare(people, name, wanted)
    for (const who of ["ann", "bob", "cyd"] as const) {
      const user = people[who]
      for (const queue of ["prelabeling", "labeling", "reviewing"] as const) {
        const expected = orderFor(user, queue, facts, workers)
        if (queue === "reviewing" && !workers.mayReview(user)) continue
        const views = yield* claims.view({ datasetId: dataset.id, user, queue, limit: 100, cap: 100 })
        const seen = views.flatMap(({ step, samples }) => samples.map((sampleId) => ({ sampleId, step })))
        yield* expectEqual(`view of ${who}, ${queue}:`, seen, expected)
        const ids = yield* generateIds(ClaimId, 100)
        const claimed = yield* claims.claim({
          datasetId: dataset.id,
          user,
          queue,
          count: 100,
          leaseSeconds: 900,
          ids,
        })
        yield* expectEqual(
          `claims of ${who}, ${queue}:`,
          claimed.map(({ sampleId, step }) => ({ sampleId, step })),
          expected,
        )
        yield* claims.release(
          dataset.id,
          claimed.map((claim) => claim.sampleId),
          "released",
        )
      }
    }
  })

/** Claims in turns: nobody gets a claimed sample, and everybody gets the best of the rest. */
const compareInTurns = (
  people: People,
  name: string,
  wanted: ReadonlyArray<Spec>,
  turns: ReadonlyArray<QueueRequest>,
) =>
  Effect.gen(function* () {
    const claims = yield* ClaimStore
    const { dataset, facts } = yield* prepare(people, name, wanted)
    const held = new Map<SampleId, string>()
    for (const { user: who, queue } of turns) {
      const user = people[who]
      if (queue === "reviewing" && !workers.mayReview(user)) continue
      const free = facts.filter((each) => !held.has(each.sampleId))
      const expected = orderFor(user, queue, free, workers).slice(0, 1)
      const own = [...held.values()].filter((holder) => holder === `${who} ${queue}`).length
      const ids = yield* generateIds(ClaimId, own + 1)
      const claimed = yield* claims.claim({
        datasetId: dataset.id,
        user,
        queue,
        count: own + 1,
        leaseSeconds: 900,
        ids,
      })
      const fresh = claimed.filter((claim) => !held.has(claim.sampleId))
      yield* expectEqual(
        `a turn of ${who}, ${queue}:`,
        fresh.map(({ sampleId, step }) => ({ sampleId, step })),
        expected,
      )
      for (const claim of fresh) held.set(claim.sampleId, `${who} ${queue}`)
    }
  })

type Check = (people: People, name: string) => Effect.Effect<void, string, Storage>

/** Runs a property with effects as cases. A failing case is shrunk. */
const checkProperty = <Case>(cases: FastCheck.Arbitrary<Case>, check: (each: Case) => Check, runs: number) =>
  Effect.gen(function* () {
    const people: People = {
      ann: yield* addPerson("ann"),
      bob: yield* addPerson("bob"),
      cyd: yield* addPerson("cyd"),
      dan: yield* addPerson("dan"),
    }
    const runtime = yield* Effect.runtime<Storage>()
    let number = 0
    const property = FastCheck.asyncProperty(cases, (each) =>
      Runtime.runPromise(runtime)(
        Effect.mapError(check(each)(people, `case-${number++}`), (said) => new Error(said)),
      ),
    )
    yield* Effect.tryPromise({
      try: () => FastCheck.assert(property, { numRuns: runs, endOnFailure: false }),
      catch: (error) => error,
    })
  })

export const queueOrder: Suite = makeSuite("ClaimStore, the order of the queues", {
  "returns all samples to every user in the specified order": checkProperty(
    specs,
    (wanted) => (people, name) => compareAtOnce(people, name, wanted),
    30,
  ),
  "returns the first unclaimed samples to users who claim in turns": checkProperty(
    FastCheck.tuple(specs, requests),
    ([wanted, turns]) =>
      (people, name) =>
        compareInTurns(people, name, wanted, turns),
    40,
  ),
})
