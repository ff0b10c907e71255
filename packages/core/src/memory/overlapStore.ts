/** OverlapStore in memory. Its rules are those of `overlapPlaces.ts`. */
import { HashMap, Option } from "effect"
import type { Claim } from "../domain/Claim.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { isFinishedOverlapLabel, type Overlap, type OverlapLabel, toOverlapClaim } from "../domain/Overlap.ts"
import { toMillis } from "../domain/Timestamp.ts"
import { OverlapStore, type StartedOverlapLabel, type WaitingOverlap } from "../placement/OverlapStore.ts"
import { findFreePlace } from "../placement/overlapPlaces.ts"
import { hasLease } from "../placement/placeLeases.ts"
import { listClaims, sortOldestFirst } from "./claims.ts"
import type { Database } from "./Database.ts"
import { type DatasetRows, findDatasetRows, type State, updateDataset } from "./State.ts"

export const makeOverlapStore = (db: Database): typeof OverlapStore.Service =>
  OverlapStore.of({
    find: (dataset, samples) => db.read((state) => findOverlaps(state, dataset, samples)),
    // Transactions run one after the other.
    lock: (dataset, samples) =>
      db.read((state, now) => ({ now, overlaps: findOverlaps(state, dataset, samples) })),
    put: (overlaps) => db.write((state) => [undefined, overlaps.reduce(putOverlap, state)]),
    remove: (dataset, samples) =>
      db.write((state) =>
        updateDataset(state, dataset, undefined, (rows) => [
          undefined,
          {
            ...rows,
            overlaps: samples.reduce((all, id) => HashMap.remove(all, id), rows.overlaps),
            overlapLabels: samples.reduce((all, id) => HashMap.remove(all, id), rows.overlapLabels),
            goldLabels: samples.reduce((all, id) => HashMap.remove(all, id), rows.goldLabels),
          },
        ]),
      ),
    listWaiting: ({ datasetId, isPerStep = false, limit, queue, user }) =>
      db.read((state, now) => {
        const waiting = listOverlaps(findDatasetRows(state, datasetId))
          .flatMap((overlap): ReadonlyArray<WaitingOverlap> => {
            const free = findFreePlace(overlap, queue, user, now)
            // Gold samples are given out by the turns of people.
            const isHidden = overlap.state === "gold" && free?.step !== 1
            return free === undefined || isHidden
              ? []
              : [{ sampleId: overlap.sampleId, step: free.step, np: overlap.np }]
          })
          .toSorted((a, b) => a.step - b.step || a.np - b.np || (a.sampleId < b.sampleId ? -1 : 1))
        return isPerStep
          ? steps.flatMap((step) => waiting.filter((row) => row.step === step).slice(0, limit))
          : waiting.slice(0, limit)
      }),
    listPlaced: (dataset, queue, limit) =>
      db.read((state, now) => {
        const placed = listOverlaps(findDatasetRows(state, dataset))
          .filter(({ places }) => places.some((place) => place.queue === queue))
          .toSorted((a, b) => a.np - b.np || (a.sampleId < b.sampleId ? -1 : 1))
          .slice(0, limit)
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
    listLabels: (dataset, sample) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        return rows === undefined ? [] : listCurrent(listVersions(rows, sample))
      }),
    findLabels: (dataset, samples, labeler) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const labels = new Map<SampleId, StartedOverlapLabel>()
        if (rows === undefined) return labels
        for (const id of samples) {
          const versions = listVersions(rows, id).filter((label) => label.labeler === labeler)
          const sorted = versions.toSorted((a, b) => (a.version < b.version ? -1 : 1))
          const [first, last] = [sorted[0], sorted.at(-1)]
          if (first !== undefined && last !== undefined)
            labels.set(id, { ...last, startedAt: first.createdAt })
        }
        return labels
      }),
    listComplete: (dataset, after, limit) =>
      db.read((state) => {
        const rows = findDatasetRows(state, dataset)
        const stored = rows === undefined ? [] : [...HashMap.values(rows.overlaps)]
        return stored
          .filter((overlap) => isComplete(overlap) && (after === null || overlap.sampleId > after))
          .map(({ sampleId }) => sampleId)
          .toSorted()
          .slice(0, limit)
      }),
    listOwn: ({ datasetId, limit, queues, user }) =>
      db.read((state, now) =>
        listOverlaps(findDatasetRows(state, datasetId))
          .filter(({ places }) =>
            places.some(
              (place) =>
                queues.includes(place.queue) &&
                (place.ownUser === user || (hasLease(place, now) && place.lease?.holder === user)),
            ),
          )
          .map(({ sampleId }) => sampleId)
          .toSorted()
          .slice(0, limit),
      ),
  })

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
      const overlap = rows && Option.getOrUndefined(HashMap.get(rows.overlaps, id))
      return rows === undefined || overlap === undefined ? [] : [[id, toWhole(rows, overlap)] as const]
    }),
  )
}

const listOverlaps = (rows: DatasetRows | undefined): ReadonlyArray<Overlap> =>
  rows === undefined ? [] : [...HashMap.values(rows.overlaps)].map((overlap) => toWhole(rows, overlap))

const listClaimsIn = (rows: DatasetRows | undefined): ReadonlyArray<Claim> =>
  rows === undefined
    ? []
    : [...HashMap.values(rows.overlaps)].flatMap((overlap) =>
        overlap.places.flatMap((place) =>
          place.lease === null ? [] : [toOverlapClaim(overlap, place, place.lease)],
        ),
      )

const listAllClaims = (state: State): ReadonlyArray<Claim> =>
  [...HashMap.values(state.datasets)].flatMap(listClaimsIn)

const putOverlap = (state: State, overlap: Overlap): State =>
  updateDataset(state, overlap.datasetId, undefined, (rows) => [
    undefined,
    { ...rows, overlaps: HashMap.set(rows.overlaps, overlap.sampleId, { ...overlap, labelers: [] }) },
  ])[1]
