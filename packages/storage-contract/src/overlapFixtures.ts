/** Samples with overlap, and their leases and labels. */
import {
  ClaimId,
  findFreePlace,
  generateId,
  leasePlace,
  makeLease,
  makeOverlap,
  type OverlapKey,
  type OverlapLabel,
  OverlapStore,
  type Sample,
  Transaction,
  Username,
  updatePlaces,
  VersionId,
} from "@annotary/core/effect"
import { Effect } from "effect"
import { addDataset, addLabelset, addPerson, addSamples, instant, oddJson, oddText } from "./fixtures.ts"

export const [ann, bob, eve] = [Username.make("ann"), Username.make("Bob"), Username.make("eve")]
export const unassigned: OverlapKey = { np: 0, labeler: null, reviewer: null, status: null }

export const aWorld = Effect.gen(function* () {
  const owner = yield* addPerson("ann")
  yield* addPerson("Bob")
  yield* addPerson("eve")
  const dataset = yield* addDataset(owner)
  yield* addLabelset(dataset)
  const [a, b, c] = yield* addSamples(dataset, [{}, {}, {}])
  if (a === undefined || b === undefined || c === undefined) return yield* Effect.dieMessage("No samples.")
  return { dataset, a, b, c, store: yield* OverlapStore }
})

/** An overlap with free places. */
export const makeOpen = (sample: Sample, overlap: number, key: Partial<OverlapKey> = {}) =>
  updatePlaces(makeOverlap(sample, overlap), { ...unassigned, ...key }, 0)

export const makeOverlapLabel = (sample: Sample, labeler: Username, fields: Partial<OverlapLabel> = {}) =>
  Effect.map(
    generateId(VersionId),
    (version): OverlapLabel => ({
      datasetId: sample.datasetId,
      sampleId: sample.id,
      labeler,
      version,
      status: "LABELED",
      attributes: oddJson,
      score: 0.5,
      rating: null,
      comment: oddText,
      configVersion: 3,
      time: 2 ** 40,
      inactiveTime: 1,
      createdAt: instant,
      ...fields,
    }),
  )

/** Leases a place of the sample, as a claim does. */
export const lease = (sample: Sample, user: Username, others: "skip" | "wait", leaseSeconds = 60) =>
  Effect.gen(function* () {
    const store = yield* OverlapStore
    const { now, overlaps } = yield* store.lock(sample.datasetId, [sample.id], others)
    const overlap = overlaps.get(sample.id)
    const free = overlap && findFreePlace(overlap, "labeling", user, now)
    if (overlap === undefined || free === undefined) return null
    const id = yield* generateId(ClaimId)
    const next = makeLease({ id, leaseSeconds, user }, free.step, now)
    yield* store.put([leasePlace(overlap, free.place, next)])
    return { id, place: free.place.place }
  })

export const leaseAtOnce = (...request: Parameters<typeof lease>) =>
  Effect.flatMap(Transaction, ({ run }) => run(lease(...request)))
