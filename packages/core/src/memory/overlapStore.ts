/** OverlapStore in memory. Its rules are those of `overlapPlaces.ts`. */
import { Effect, HashMap, Option } from "effect"
import type { Claim, QueueName } from "../domain/Claim.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { isFinishedOverlapLabel, type Overlap, type OverlapLabel, toOverlapClaim } from "../domain/Overlap.ts"
import { toMillis } from "../domain/Timestamp.ts"
import {
  OverlapStore,
  type StartedOverlapLabel,
  type WaitingOverlap,
  type WaitingOverlapQuery,
} from "../placement/OverlapStore.ts"
import { findFreePlace, setLease } from "../placement/overlapPlaces.ts"
import { isOfUser } from "../placement/placeLeases.ts"
import { toBriefOverlap } from "../placement/toBriefOverlap.ts"
import { listClaims, sortOldestFirst, takeFirst } from "./claims.ts"
import type { Database } from "./Database.ts"
import {
  findOverlapRow,
  listLeasedOverlaps,
  listNamedOverlaps,
  readPlacedOverlaps,
  removeOverlapRow,
  setOverlapRow,
} from "./overlapRows.ts"
import { type DatasetRows, findDatasetRows, type State, updateDataset } from "./State.ts"

export const makeOverlapStore = (db: Database): typeof OverlapStore.Service =>
  OverlapStore.of({
    find: (dataset, samples) => db.read((state) => findOverlaps(state, dataset, samples)),
    findBrief: (dataset, samples, withScores) =>
      db.read(
        (state) =>
          new Map(
            Array.from(findOverlaps(state, dataset, samples), ([id, overlap]) => [
              id,
              toBriefOverlap(overlap, withScores),
            ]),
          ),
      ),
    // Transactions run one after the other.
    lock: (dataset, samples) =>
      db.read((state, now) => ({ now, overlaps: findOverlaps(state, dataset, samples) })),
    leaseFirst: () => Effect.succeedNone,
    putLease: ({ datasetId, sampleId }, place, lease) =>
      db.write((state) => {
        const overlap = findOverlaps(state, datasetId, [sampleId]).get(sampleId)
        return [undefined, overlap === undefined ? state : putOverlap(state, setLease(overlap, place, lease))]
      }),
    put: (overlaps) => db.write((state) => [undefined, overlaps.reduce(putOverlap, state)]),
    remove: (dataset, samples) =>
      db.write((state) =>
        updateDataset(state, dataset, undefined, (rows) => [
          undefined,
          {
            ...rows,
            overlaps: samples.reduce(removeOverlapRow, rows.overlaps),
            overlapLabels: samples.reduce((all, id) => HashMap.remove(all, id), rows.overlapLabels),
            goldLabels: samples.reduce((all, id) => HashMap.remove(all, id), rows.goldLabels),
          },
        ]),
      ),
    listWaiting: ({ datasetId, isPerStep = false, limit, queue, user }) =>
      db.read((state, now) => {
        const rows = findDatasetRows(state, datasetId)
        if (rows === undefined) return []
        const read = (step: WaitingOverlap["step"]) => readWaiting(rows, { queue, step, user }, now)
        return isPerStep
          ? steps.flatMap((step) => takeFirst(read(step), limit))
          : takeFirst(readAll(steps.map(read)), limit)
      }),
    listPlaced: (dataset, queue, limit) =>
      db.read((state, now) => {
        const rows = findDatasetRows(state, dataset)
        const placed = rows === undefined ? [] : takeFirst(readPlaced(rows, queue), limit)
        return { now, overlaps: new Map(placed.map((overlap) => [overlap.sampleId, overlap])) }
      }),
    findClaim: (id) =>
      db.read((state) => Option.fromNullable(listAllClaims(state).find((claim) => claim.id === id))),
    listClaims: (scope) =>
      db.read((state, now) =>
        sortOldestFirst(
          ("dataset" in scope
            ? listClaimsIn(findDatasetRows(state, scope.dataset))
            : listAllClaims(state)
          ).filter(
            ({ expiresAt, holder }) =>
              toMillis(expiresAt) > now && ("dataset" in scope || holder === scope.user),
          ),
        ).slice(0, "dataset" in scope ? scope.limit : undefined),
      ),
    listAllClaims: (user) =>
      db.read((state, now) =>
        sortOldestFirst([
          ...listClaims(state, user, now),
          ...listAllClaims(state).filter(
            ({ expiresAt, holder }) => toMillis(expiresAt) > now && holder === user,
          ),
        ]),
      ),
    noteEnds: (claims, reason) =>
      db.write((state, now) => {
        const ended = claims.reduce(
          (all, { claimedAt, datasetId, expiresAt, holder, id, queue, sampleId }) => {
            const lease = {
              holder,
              queue,
              sampleId,
              start: toMillis(claimedAt),
              end: Math.min(now, toMillis(expiresAt)),
            }
            return HashMap.set(all, id, { datasetId, at: now, reason, lease })
          },
          state.queue.ended,
        )
        return [undefined, { ...state, queue: { ...state.queue, ended } }]
      }),
    addLabel: (label) =>
      db.write((state) =>
        updateDataset(state, label.datasetId, undefined, (rows) => [
          undefined,
          {
            ...rows,
            overlapLabels: HashMap.set(rows.overlapLabels, label.sampleId, [
              ...listVersions(rows, label.sampleId),
              label,
            ]),
          },
        ]),
      ),
    removeLabel: ({ datasetId, labeler, sampleId, version }) =>
      db.write((state) =>
        updateDataset(state, datasetId, undefined, (rows) => [
          undefined,
          {
            ...rows,
            overlapLabels: HashMap.set(
              rows.overlapLabels,
              sampleId,
              listVersions(rows, sampleId).filter(
                (label) => label.labeler !== labeler || label.version !== version,
              ),
            ),
          },
        ]),
      ),
    listLabels: (dataset, sample, labelers) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const labels = rows === undefined ? [] : listCurrent(listVersions(rows, sample))
        return labelers === undefined ? labels : labels.filter(({ labeler }) => labelers.includes(labeler))
      }),
    findLabels: (dataset, samples, labeler) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const labels = new Map<SampleId, StartedOverlapLabel>()
        for (const id of rows === undefined ? [] : samples) {
          const label = rows && findLast(rows, id, labeler)
          if (label != null) labels.set(id, label)
        }
        return labels
      }),
    findDrafts: (dataset, samples, labeler) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const ids = [...findOverlaps(state, dataset, samples).keys()]
        return new Map(ids.map((id) => [id, rows === undefined ? null : findLast(rows, id, labeler)]))
      }),
    listComplete: (dataset, after, limit) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const stored = rows === undefined ? [] : [...HashMap.values(rows.overlaps.bySample)]
        return stored
          .filter((overlap) => isComplete(overlap) && (after === null || overlap.sampleId > after))
          .map(({ sampleId }) => sampleId)
          .toSorted()
          .slice(0, limit)
      }),
    listOwn: ({ datasetId, limit, queues, user }) =>
      db.read((state, now) => {
        const rows = findDatasetRows(state, datasetId)
        if (rows === undefined) return []
        const own = [...listNamedOverlaps(rows.overlaps, user), ...listLeasedOverlaps(rows.overlaps)]
          .filter(({ places }) =>
            places.some((place) => queues.includes(place.queue) && isOfUser(place, user, now)),
          )
          .map(({ sampleId }) => sampleId)
        return [...new Set(own)].toSorted().slice(0, limit)
      }),
  })

/** The samples of a step that the person would get, in order. Passes over placed samples to which the person gave a label already. */
function* readWaiting(
  rows: DatasetRows,
  { queue, step, user }: Pick<WaitingOverlapQuery, "queue" | "user"> & Pick<WaitingOverlap, "step">,
  now: number,
): Iterable<WaitingOverlap> {
  if (step === 5 && queue !== "reviewing") return
  const isNamed = step === 1 || step === 3
  for (const overlap of isNamed ? listNamed(rows, user) : readPlaced(rows, queue)) {
    const { np, sampleId, state } = overlap
    // Gold samples are given out by the turns of people, but for those on which the person saved work.
    if (state === "gold" && step !== 1) continue
    if (findFreePlace(overlap, queue, user, now)?.step === step) yield { sampleId, step, np }
  }
}

function* readAll<A>(parts: Iterable<Iterable<A>>): Iterable<A> {
  for (const part of parts) yield* part
}

/** The overlaps with a place that waits for a person, or on which they saved work, by np and sample. */
const listNamed = (rows: DatasetRows, user: Username): ReadonlyArray<Overlap> =>
  listNamedOverlaps(rows.overlaps, user)
    .map((overlap) => toWhole(rows, overlap))
    .toSorted((a, b) => a.np - b.np || (a.sampleId < b.sampleId ? -1 : 1))

/** The overlaps with places in a queue, by np and sample. */
function* readPlaced(rows: DatasetRows, queue: QueueName): Iterable<Overlap> {
  for (const overlap of readPlacedOverlaps(rows.overlaps, queue)) yield toWhole(rows, overlap)
}

const isComplete = ({ state }: Overlap): boolean => state === "adjudicating" || state === "decided"

/** The steps of samples with overlap, in order. */
const steps = [1, 3, 4, 5] as const

const listVersions = (rows: DatasetRows, sample: SampleId): ReadonlyArray<OverlapLabel> =>
  Option.getOrElse(HashMap.get(rows.overlapLabels, sample), () => [])

/** The last version of each person, in the order of these versions. */
const listCurrent = (versions: ReadonlyArray<OverlapLabel>): ReadonlyArray<OverlapLabel> => {
  const sorted = versions.toSorted((a, b) => (a.version < b.version ? -1 : 1))
  return sorted.filter(
    ({ labeler }, index) => !sorted.slice(index + 1).some((next) => next.labeler === labeler),
  )
}

/** The last version of a person's label, with the time of the first one. */
const findLast = (rows: DatasetRows, sample: SampleId, labeler: Username): StartedOverlapLabel | null => {
  const versions = listVersions(rows, sample).filter((label) => label.labeler === labeler)
  const sorted = versions.toSorted((a, b) => (a.version < b.version ? -1 : 1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first === undefined || last === undefined ? null : { ...last, startedAt: first.createdAt }
}

/** The stored overlap, with the people whose labels are in. */
const toWhole = (rows: DatasetRows, overlap: Overlap): Overlap => ({
  ...overlap,
  labelers: listCurrent(listVersions(rows, overlap.sampleId))
    .filter(isFinishedOverlapLabel)
    .map(({ labeler }) => labeler),
})

const findOverlaps = (state: State, dataset: DatasetId, samples: ReadonlyArray<SampleId>) => {
  const rows = findDatasetRows(state, dataset)
  return new Map(
    samples.flatMap((id) => {
      const overlap = rows && findOverlapRow(rows.overlaps, id)
      return rows === undefined || overlap === undefined ? [] : [[id, toWhole(rows, overlap)] as const]
    }),
  )
}

const listClaimsIn = (rows: DatasetRows | undefined): ReadonlyArray<Claim> =>
  rows === undefined
    ? []
    : listLeasedOverlaps(rows.overlaps).flatMap((overlap) =>
        overlap.places.flatMap((place) =>
          place.lease === null ? [] : [toOverlapClaim(overlap, place, place.lease)],
        ),
      )

const listAllClaims = (state: State): ReadonlyArray<Claim> =>
  [...HashMap.values(state.datasets)].flatMap(listClaimsIn)

const putOverlap = (state: State, overlap: Overlap): State =>
  updateDataset(state, overlap.datasetId, undefined, (rows) => [
    undefined,
    { ...rows, overlaps: setOverlapRow(rows.overlaps, overlap) },
  ])[1]
