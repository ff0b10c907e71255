import { Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import { Counts } from "../access/Counts.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { Conflict, type Violation } from "../domain/errors.ts"
import { type DatasetId, generateIds, SampleId, VersionId } from "../domain/Ids.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import { Events } from "../events/Events.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { PictureMeasurer } from "../pictures/PictureMeasurer.ts"
import { PictureSizeWriter } from "../pictures/PictureSizeWriter.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { makeOverlap } from "../placement/overlapPlaces.ts"
import { Placement } from "../placement/Placement.ts"
import { toQueueFacts } from "../placement/queueKey.ts"
import { makeOverlapUse } from "../queue/overlap/makeOverlapUse.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import {
  findNewSampleViolations,
  type UsersByKey as Known,
  listUsers,
  makeSample,
  type ReadSample,
} from "./sampleInput.ts"

/** A sample, and whether this call created it. */
export interface AddedSample {
  readonly sample: Sample
  readonly created: boolean
}

const batch = 1000

/**
 * Inserts samples with their places in the queues, their events and the counts. The caller checks permissions and runs a
 * transaction.
 */
export class SampleInserts extends Effect.Service<SampleInserts>()("@annotary/core/SampleInserts", {
  effect: Effect.gen(function* () {
    const store = yield* SampleStore
    const assets = yield* namedAssets
    const users = yield* KnownUsers
    const overlaps = yield* OverlapStore
    const overlapUse = yield* makeOverlapUse
    const placement = yield* Placement
    const events = yield* Events
    const counts = yield* Counts
    const quota = yield* QuotaCounter
    const settings = yield* EngineSettings
    const measurer = yield* PictureMeasurer
    const sizeWriter = yield* PictureSizeWriter

    /** The violations of each input (null: no input), and the people that they name. */
    const check = Effect.fnUntraced(function* (
      inputs: ReadonlyArray<ReadSample | null>,
      pointer: (index: number) => string,
    ) {
      const usernames = yield* users.findAmong(
        inputs.flatMap((input) => (input === null ? [] : listUsers(input))),
      )
      const violations = inputs.map(
        (input, index): ReadonlyArray<Violation> =>
          input === null ? [] : findNewSampleViolations(input, settings, usernames, pointer(index)),
      )
      return { known: usernames, violations }
    })

    /** Notes the first overlap of a dataset, when a new sample has one. */
    const noteOverlap = (
      permitted: Permitted,
      created: ReadonlyArray<Sample>,
      overlapsByName: ReadonlyMap<string, number>,
    ) =>
      permitted.dataset.settings.usesOverlap ||
      !created.some(({ name }) => (overlapsByName.get(name) ?? 1) > 1)
        ? Effect.succeed(permitted)
        : overlapUse.note(permitted)

    /**
     * Inserts checked samples of one dataset, in the order of the inputs. For an existing name, returns the existing sample. Their labels
     * are added with the permission that it returns, which knows the first overlap of the dataset.
     */
    const add = Effect.fnUntraced(function* (
      permitted: Permitted,
      inputs: ReadonlyArray<ReadSample>,
      known: Known,
    ) {
      const made = yield* make(permitted, inputs, known)
      const ids = new Set<SampleId>()
      const existing = new Map<string, Sample>()
      let bytes = 0
      const inTurn = made.length > batch ? sortByName(made) : made
      for (let i = 0; i < inTurn.length; i += batch) {
        const batchSamples = inTurn.slice(i, i + batch)
        const keepAssets = assets.keepIn(permitted.dataset.id, listTexts(batchSamples))
        if (keepAssets !== null) bytes += yield* keepAssets
        const added = yield* store.insert(batchSamples)
        for (const id of added) ids.add(id)
        const taken = batchSamples.filter((sample) => !added.has(sample.id)).map((sample) => sample.name)
        if (taken.length === 0) continue
        for (const sample of yield* store.byNames(permitted.dataset.id, taken))
          existing.set(sample.name, sample)
      }
      const created = made.filter((sample) => ids.has(sample.id))
      const overlapsByName = readOverlaps(inputs)
      const noted = yield* noteOverlap(permitted, created, overlapsByName)
      yield* follow(noted, created, overlapsByName, bytes)
      yield* keepSizes(permitted, inputs, created)
      const news = new Map<string, Sample>(created.map((sample) => [sample.name, sample]))
      const first = new Set<string>()
      const all: Array<AddedSample> = []
      for (const { name } of inputs) {
        const sample = news.get(name)
        const existingSample = sample ?? existing.get(name)
        if (existingSample === undefined) return yield* changedMeanwhile
        all.push({ sample: existingSample, created: sample !== undefined && !first.has(name) })
        first.add(name)
      }
      return { added: all, permitted: noted }
    })

    const keepSizes = (
      permitted: Permitted,
      inputs: ReadonlyArray<ReadSample>,
      created: ReadonlyArray<Sample>,
    ) =>
      inputs.every(({ pictureSizes }) => pictureSizes === undefined)
        ? measurer.request(permitted.dataset, created)
        : saveSizes(permitted, inputs, created)

    const saveSizes = Effect.fnUntraced(function* (
      { dataset }: Permitted,
      inputs: ReadonlyArray<ReadSample>,
      created: ReadonlyArray<Sample>,
    ) {
      const sizesByName = new Map<string, NonNullable<ReadSample["pictureSizes"]>>()
      for (const { name, pictureSizes } of inputs)
        if (pictureSizes !== undefined && !sizesByName.has(name)) sizesByName.set(name, pictureSizes)
      const measured = created.flatMap((sample) => {
        const sizes = sizesByName.get(sample.name)
        return sizes === undefined || sizes.length === 0 ? [] : [{ sample, sizes }]
      })
      yield* sizeWriter.saveNew(dataset.id, measured)
      yield* measurer.request(
        dataset,
        created.filter(({ name }) => !sizesByName.has(name)),
      )
    })

    /** One sample for each distinct name, the first of that name. */
    const make = Effect.fnUntraced(function* (
      permitted: Permitted,
      inputs: ReadonlyArray<ReadSample>,
      known: Known,
    ) {
      const distinct = new Map<string, ReadSample>()
      for (const input of inputs) if (!distinct.has(input.name)) distinct.set(input.name, input)
      const at = yield* now
      const ids = yield* generateIds(SampleId, distinct.size)
      const versions = yield* generateIds(VersionId, distinct.size)
      return [...distinct.values()].flatMap((input, index) => {
        const id = ids[index]
        const version = versions[index]
        if (id === undefined || version === undefined) return []
        const base = {
          id,
          version,
          datasetId: permitted.dataset.id,
          createdAt: at,
          createdBy: permitted.actor,
        }
        return [makeSample(input, known, base)]
      })
    })

    /** Gives each new sample a place for each of the people who are to label it. */
    const placeWithOverlap = Effect.fnUntraced(function* (
      dataset: DatasetId,
      created: ReadonlyArray<Sample>,
      getOverlap: (sample: Sample) => number,
    ) {
      for (let i = 0; i < created.length; i += batch)
        yield* overlaps.put(
          created.slice(i, i + batch).map((sample) => makeOverlap(sample, getOverlap(sample))),
        )
      yield* placement.refresh(
        dataset,
        created.map(({ id }) => id),
        "unknown",
      )
    })

    /** `bytes`: of the files that no sample named before. */
    const follow = Effect.fnUntraced(function* (
      permitted: Permitted,
      created: ReadonlyArray<Sample>,
      overlapsByName: ReadonlyMap<string, number>,
      bytes: number,
    ) {
      if (created.length === 0) return yield* quota.take(permitted, { bytes })
      const { enablePrelabeling, overlap } = permitted.dataset.settings
      const getOverlap = ({ name }: Sample) => overlapsByName.get(name) ?? overlap
      const ofOne =
        overlapsByName.size === 0 && overlap === 1
          ? created
          : created.filter((sample) => getOverlap(sample) === 1)
      const ofMany = ofOne === created ? [] : created.filter((sample) => getOverlap(sample) > 1)
      if (ofMany.length > 0) yield* placeWithOverlap(permitted.dataset.id, ofMany, getOverlap)
      if (ofOne.length > 0)
        yield* placement.place(
          permitted.dataset.id,
          ofOne.map((sample) => toQueueFacts(sample, null, enablePrelabeling ? "first" : undefined)),
        )
      yield* events.record(
        permitted,
        created.map((sample) => ({ type: "sample.created", sample }) as const),
      )
      if (permitted.ownerQuota !== null) yield* quota.take(permitted, { samples: created.length, bytes })
      yield* counts.add(permitted.dataset.id, { samples: created.length, byStatus: {} })
    })

    return { check, add }
  }),
}) {
  static readonly dependencies = [
    Counts,
    DatasetRecords,
    Events,
    KnownUsers,
    PictureMeasurer,
    PictureSizeWriter,
    Placement,
    QuotaCounter,
  ] as const
}

function* listTexts(samples: ReadonlyArray<Sample>): Generator<string | null> {
  for (const { attributes, metadata, readme } of samples) {
    yield attributes
    yield metadata
    yield readme
  }
}

/** The numbers of people that inputs name, by the name of the sample. The first input of a name counts. */
const readOverlaps = (inputs: ReadonlyArray<ReadSample>): ReadonlyMap<string, number> => {
  const overlaps = new Map<string, number>()
  if (inputs.every(({ overlap }) => overlap === undefined)) return overlaps
  const names = new Set<string>()
  for (const { name, overlap } of inputs) {
    if (!names.has(name) && overlap !== undefined) overlaps.set(name, overlap)
    names.add(name)
  }
  return overlaps
}

/** In one order: two callers with the same names in different orders would deadlock. */
const sortByName = (samples: ReadonlyArray<Sample>): ReadonlyArray<Sample> =>
  [...samples].sort((a, b) => (a.name < b.name ? -1 : 1))

/** The name was taken a moment ago, but its sample is deleted by now. */
const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
