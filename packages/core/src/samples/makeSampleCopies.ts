import { Effect } from "effect"
import { Counts, computeStatusDifferences } from "../access/Counts.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { generateIds, SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Username } from "../domain/Names.ts"
import { printPictureSizes, readPictureSizes } from "../domain/PictureSize.ts"
import type { OwnerQuota } from "../domain/Quota.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { type Bodies, computeNextPortion, measureBodies } from "../kernel/portions.ts"
import { makeLabelCopies } from "../labels/makeLabelCopies.ts"
import { placeSizes } from "../pictures/placeSizes.ts"
import { Placement } from "../placement/Placement.ts"
import { type NewPictureSizes, PictureSizeStore } from "../reading/PictureSizeStore.ts"
import { type SampleCursor, type SampleRow, SampleStore } from "../reading/SampleStore.ts"

export type { SampleCursor } from "../reading/SampleStore.ts"

export interface CopyRequest {
  readonly from: Dataset
  readonly to: Dataset
  /** The labelsets to copy, with their targets. Empty when only samples are copied. */
  readonly labelsets: ReadonlyArray<{ readonly from: Labelset; readonly to: Labelset }>
  /** The sample to continue after; null from the first one. */
  readonly after: SampleCursor | null
  /** The maximum number of samples. */
  readonly limit: number
  readonly actor: Username
  /** The quota of the owner of `to`; null without one. */
  readonly ownerQuota: OwnerQuota | null
}

export interface Copied {
  /** The number of examined samples. */
  readonly copied: number
  /** The position to continue from; null at the end. */
  readonly next: SampleCursor | null
  /** The limit for the next call, so that bodies fit into memory. */
  readonly limit: number
}

/** Copies samples, and optionally their labels, from one dataset into another in batches, oldest first. */
export const makeSampleCopies = Effect.gen(function* () {
  const store = yield* SampleStore
  const labels = yield* makeLabelCopies
  const counts = yield* Counts
  const quota = yield* QuotaCounter
  const placement = yield* Placement
  const sizes = yield* PictureSizeStore

  /**
   * Copies the next samples in the caller's transaction. Samples whose name exists are skipped, so that an
   * interrupted copy can restart.
   */
  const copySome = Effect.fnUntraced(function* (request: CopyRequest) {
    const page = yield* store.page({
      filter: { datasetId: request.from.id },
      sort: { key: "created_at", descending: false },
      start: request.after === null ? { offset: 0 } : { after: request.after },
      limit: request.limit,
    })
    const first = request.labelsets[0]
    const { rows, read } = yield* store.portion(
      page.map((place) => place.id),
      first === undefined ? null : { labelset: first.from.id, full: true },
      mostBytes,
    )
    const originals = rows.map(({ sample }) => sample)
    const copies = yield* makeCopies(originals, request)
    const added = yield* store.insert(copies.map(({ copy }) => copy))
    const fresh = copies.filter(({ copy }) => added.has(copy.id))
    yield* copySizes(fresh, request)
    const { statuses, weight } = yield* copyLabels(fresh, rows, request)
    yield* placement.refresh(
      request.to.id,
      fresh.map(({ copy }) => copy.id),
      "unknown",
    )
    const byStatus = computeStatusDifferences(statuses.map((to) => ({ from: null, to })))
    if (request.ownerQuota !== null)
      yield* quota.take({ dataset: request.to, ownerQuota: request.ownerQuota }, { samples: fresh.length })
    yield* counts.add(request.to.id, { samples: fresh.length, byStatus })
    return {
      copied: originals.length,
      next: read === page.length && page.length < request.limit ? null : (page[read - 1] ?? null),
      limit: computeNextPortion(Math.max(read, 1), weight + sumBodies(originals)),
    } satisfies Copied
  })

  /**
   * Copies the measured sizes of the pictures that the copies name. The originals are not locked: meanwhile one may have got other
   * pictures, and the sizes of those stay behind.
   */
  const copySizes = Effect.fnUntraced(function* (fresh: ReadonlyArray<Twin>, { from, to }: CopyRequest) {
    for (let at = 0; at < fresh.length; at += maxSizes) {
      const batch = fresh.slice(at, at + maxSizes)
      const measured = yield* sizes.find(
        from.id,
        batch.map(({ original }) => original.id),
      )
      const sized = batch.flatMap(({ copy, original }) => {
        const size = measured.get(original.id)
        const stored = size === undefined ? [] : readPictureSizes(size.pictures)
        return stored.length === 0
          ? []
          : [{ copy, sizesByDigest: new Map(stored.map((one) => [one.url, one])) }]
      })
      const copies: Array<NewPictureSizes> = []
      for (const { copy, sizesByDigest } of sized) {
        const placed = yield* placeSizes(copy, sizesByDigest)
        if (placed.length > 0)
          copies.push({ sampleId: copy.id, version: copy.version, pictures: printPictureSizes(placed) })
      }
      if (copies.length > 0) yield* sizes.save(to.id, copies)
    }
  })

  /**
   * Copies the labels of the samples. The rows contain those of the first labelset. Returns the statuses of copied
   * ground-truth labels and the size of all labels.
   */
  const copyLabels = (fresh: ReadonlyArray<Twin>, rows: ReadonlyArray<SampleRow>, request: CopyRequest) =>
    Effect.gen(function* () {
      const sampleOf = new Map(fresh.map(({ original, copy }) => [original.id, copy.id]))
      const statuses: Array<LabelStatus> = []
      let weight = 0
      for (const [index, labelset] of request.labelsets.entries()) {
        const target = { datasetId: request.to.id, labelsetId: labelset.to.id, actor: request.actor }
        const copy = (some: ReadonlyArray<SampleRow>) =>
          Effect.gen(function* () {
            const pairs = some.flatMap(({ label, sample: { id } }) => {
              const sample = sampleOf.get(id)
              return label == null || sample === undefined
                ? []
                : [{ label: removeStaleCheck(label, request), sample }]
            })
            weight += sumBodies(pairs.map(({ label }) => label))
            const copied = yield* labels.copy(pairs, target)
            if (labelset.to.isGroundTruth) statuses.push(...copied)
          })
        if (index === 0) yield* copy(rows)
        // The samples are read again: labels in several labelsets are rare.
        else
          for (let rest = [...sampleOf.keys()]; rest.length > 0; ) {
            const portion = yield* store.portion(rest, { labelset: labelset.from.id, full: true }, mostBytes)
            yield* copy(portion.rows)
            rest = rest.slice(portion.read)
          }
      }
      return { statuses, weight }
    })

  return { copySome }
})

/** Samples whose measured sizes are read and saved at once. */
const maxSizes = 1000

/** The maximum size in bytes of samples and labels copied together, unless one alone has more. */
const mostBytes = 8 * 1024 * 1024

/**
 * The copy's configuration is the original's with version 1: labels checked under it stay checked, others become
 * unchecked.
 */
const removeStaleCheck = (label: Label, request: CopyRequest): Label => ({
  ...label,
  configVersion: label.configVersion === request.from.configVersion ? request.to.configVersion : 0,
})

const sumBodies = (all: Iterable<Bodies>): number => {
  let sum = 0
  for (const bodies of all) sum += measureBodies(bodies)
  return sum
}

interface Twin {
  readonly original: Sample
  readonly copy: Sample
}

/** Copies with new ids in the order of the originals, so that "oldest first" means the same in both datasets. */
const makeCopies = Effect.fnUntraced(function* (originals: ReadonlyArray<Sample>, request: CopyRequest) {
  const createdAt = yield* now
  const ids = yield* generateIds(SampleId, originals.length)
  const versions = yield* generateIds(VersionId, originals.length)
  return originals.flatMap((original, index): ReadonlyArray<Twin> => {
    const id = ids[index]
    const version = versions[index]
    if (id === undefined || version === undefined) return []
    const made = {
      id,
      version,
      datasetId: request.to.id,
      createdAt,
      updatedAt: createdAt,
      createdBy: request.actor,
    }
    return [{ original, copy: { ...original, ...made } }]
  })
})
