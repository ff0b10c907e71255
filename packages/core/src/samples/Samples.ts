import { Effect } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { Counts } from "../access/Counts.ts"
import { KnownUsers } from "../access/KnownUsers.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { type Dataset, formatFullName } from "../domain/Dataset.ts"
import { AlreadyExists, Conflict, InvalidInput, VersionMismatch, type Violation } from "../domain/errors.ts"
import { generateId, type SampleId, VersionId } from "../domain/Ids.ts"
import { type IfMatch, isIfMatchMet } from "../domain/ifMatch.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import type { SampleContext } from "../domain/wire/sample.ts"
import { Events } from "../events/Events.ts"
import { Issues } from "../issues/Issues.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { type ImportedLabel, LabelImports, type PreparedLabel } from "../labels/LabelImports.ts"
import { LabelWriter, labelContext } from "../labels/LabelWriter.ts"
import { readLabel } from "../labels/labelInput.ts"
import { PictureMeasurer } from "../pictures/PictureMeasurer.ts"
import { makeOverlapBlindness } from "../placement/makeOverlapBlindness.ts"
import { makeOverlapSummaries } from "../placement/makeOverlapSummaries.ts"
import { Placement } from "../placement/Placement.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { SampleStore } from "../reading/SampleStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults } from "../warnings/CheckResults.ts"
import { makeSampleRemovals } from "./makeSampleRemovals.ts"
import { SampleBulk } from "./SampleBulk.ts"
import { SampleImport } from "./SampleImport.ts"
import { type AddedSample, SampleInserts } from "./SampleInserts.ts"
import { SampleLists } from "./SampleLists.ts"
import {
  applySamplePatch,
  hasPlaceChange,
  isSamePlace,
  isSameSample,
  listUsers,
  type NewSample,
  readSample,
  readSamplePatch,
  type SamplePatch,
  sampleViolations,
  toPatchOperation,
} from "./sampleInput.ts"

/** A sample with its context. Encode it with `sampleJson`. */
export interface SampleView {
  readonly sample: Sample
  readonly context: SampleContext
}

/** The parts to add to a sample. */
export interface GetSample {
  /** Adds the complete label in this labelset. */
  readonly labelset?: string | undefined
  /** Adds the issues. */
  readonly issues?: boolean | undefined
  /** Adds its overlap. Only for those who may `review`. */
  readonly overlap?: boolean | undefined
  /** Adds measured sizes of its pictures. */
  readonly pictureSizes?: boolean | undefined
}

/** The samples of a request, created or existing. */
export interface AddedSamples {
  /** `owner/name` */
  readonly dataset: string
  /** In the order of the request. */
  readonly samples: ReadonlyArray<AddedSample>
  /** Changes to the labels of created samples. Pointers begin with the index in the request, such as `/3/label`. */
  readonly advice: ReadonlyArray<Violation>
}

/** A new sample and its label. An existing sample keeps its own. */
export interface NewLabeledSample extends NewSample {
  readonly label?: ImportedLabel | undefined
}

/** The maximum number of samples in one request. */
export const mostInRequest = 10_000
/** Labels that are written in one call. */
const labelsAtOnce = 1000

/** Samples: create, list, read, change and delete them, one or many at once. */
export class Samples extends Effect.Service<Samples>()("@annotary/core/Samples", {
  effect: Effect.gen(function* () {
    const store = yield* SampleStore
    const assets = yield* namedAssets
    const quota = yield* QuotaCounter
    const reader = yield* SampleReader
    const blindness = yield* makeOverlapBlindness
    const summaries = yield* makeOverlapSummaries
    const inserts = yield* SampleInserts
    const removals = yield* makeSampleRemovals
    const access = yield* Access
    const users = yield* KnownUsers
    const labelsets = yield* LabelsetFinder
    const labels = yield* LabelWriter
    const labelImports = yield* LabelImports
    const issues = yield* Issues
    const measurer = yield* PictureMeasurer
    const findSizes = makeSizeSearch(yield* PictureSizes, measurer)
    const placement = yield* Placement
    const events = yield* Events
    const settings = yield* EngineSettings
    const transaction = yield* Transaction
    const { list } = yield* SampleLists
    const { removeMatching, updateMany } = yield* SampleBulk
    const { importLines } = yield* SampleImport

    /** Creates a sample. Its name must be free. */
    const create = traced("Samples.create")(function* (ref: DatasetRef, input: NewLabeledSample) {
      return yield* retryChanged(createPrepared(ref, input))
    })

    const createPrepared = Effect.fnUntraced(function* (ref: DatasetRef, input: NewLabeledSample) {
      const prepared = yield* prepare(ref, [input])
      return yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable(ref, "edit_samples")
          const [first] = yield* addAll(permitted, [input], prepared, () => "")
          if (first === undefined || !first.created) return yield* new AlreadyExists({ resource: "sample" })
          const { sample } = first
          const dataset = formatFullName(permitted.dataset)
          const labelset = prepared[0]?.labelset ?? null
          if (labelset === null) return toView(sample, { dataset })
          const label = yield* labels.current(sample.id, labelset)
          return toView(sample, { dataset, label, fullLabel: labelContext(permitted, labelset) })
        }),
      )
    })

    /** Checks the labels before the transaction, for which others wait. */
    const prepare = Effect.fnUntraced(function* (ref: DatasetRef, inputs: ReadonlyArray<NewLabeledSample>) {
      if (inputs.every(({ label }) => label === undefined)) return []
      yield* access.requireWritable(ref, "edit_samples")
      const validated = yield* ValidatedJson
      const read = inputs.map(({ label }) => label && readLabel(label, validated, "/label"))
      const prepared = yield* labelImports.prepare(
        ref,
        read.map((label) => label?.input),
        true,
      )
      return prepared.map(
        (label, index) =>
          label && { ...label, violations: [...(read[index]?.violations ?? []), ...label.violations] },
      )
    })

    /**
     * Creates up to 10 000 samples, or none when one of them is invalid. For an existing name, returns the existing sample; a
     * repeated name in the request is created once.
     */
    const createMany = traced("Samples.createMany")(function* (
      ref: DatasetRef,
      inputs: ReadonlyArray<NewLabeledSample>,
    ) {
      if (inputs.length > mostInRequest) {
        yield* access.requireWritable(ref, "edit_samples")
        return yield* InvalidInput.at("", `must hold at most ${mostInRequest} samples`)
      }
      return yield* retryChanged(createAllPrepared(ref, inputs))
    })

    const createAllPrepared = Effect.fnUntraced(function* (
      ref: DatasetRef,
      inputs: ReadonlyArray<NewLabeledSample>,
    ) {
      const prepared = yield* prepare(ref, inputs)
      return yield* transaction.run(
        Effect.gen(function* () {
          const permitted = yield* access.requireWritable(ref, "edit_samples")
          const samples = yield* addAll(permitted, inputs, prepared, (index) => `/${index}`)
          const advice = samples.flatMap(({ created }, index) =>
            (created ? (prepared[index]?.advice ?? []) : []).map(({ message, pointer }) => ({
              message,
              pointer: `/${index}${pointer}`,
            })),
          )
          return { dataset: formatFullName(permitted.dataset), samples, advice } satisfies AddedSamples
        }),
      )
    })

    const addAll = Effect.fnUntraced(function* (
      opened: Permitted,
      sent: ReadonlyArray<NewLabeledSample>,
      prepared: ReadonlyArray<PreparedLabel | undefined>,
      pointer: (index: number) => string,
    ) {
      const validated = yield* ValidatedJson
      const read = sent.map((input, index) => readSample(input, validated, pointer(index)))
      const inputs = read.map(({ input }) => input)
      const { known, violations } = yield* inserts.check(inputs, pointer)
      const ofLabels = prepared.flatMap((label, index) =>
        (label?.violations ?? []).map((each) => ({ ...each, pointer: `${pointer(index)}${each.pointer}` })),
      )
      const errors = [
        ...read.flatMap((one, index) => [...one.violations, ...(violations[index] ?? [])]),
        ...ofLabels,
      ]
      const refused = prepared.flatMap((label) => label?.refused ?? [])
      if (errors.length > 0)
        return yield* new InvalidInput({ errors, ...(refused.length === 0 ? {} : { warnings: refused }) })
      const { added, permitted } = yield* inserts.add(opened, inputs, known)
      const labeled = added.flatMap(({ created, sample }, index) => {
        const label = prepared[index]
        return created && label !== undefined ? [{ sample, label }] : []
      })
      for (let i = 0; i < labeled.length; i += labelsAtOnce)
        yield* labelImports.add(permitted, labeled.slice(i, i + labelsAtOnce), opened)
      return added
    })

    /** Returns a sample. With a labelset, also its label (or null). */
    const get = traced("Samples.get")(function* (id: SampleId, request: GetSample = {}) {
      const permitted = yield* access.require({ _tag: "Sample", id }, "read")
      const sample = yield* reader.getById(id)
      const seenSample = {
        dataset: formatFullName(permitted.dataset),
        ...(request.overlap === true && { overlap: yield* summaries.read(permitted, id) }),
        ...(request.issues === true && { issues: yield* issues.listIssuesOfSamples(permitted, [id]) }),
        ...(request.pictureSizes === true && { pictureSizes: yield* findSizes(permitted.dataset, sample) }),
      }
      if (request.labelset === undefined) return toView(sample, seenSample)
      const labelset = yield* labelsets.find(permitted.dataset.id, request.labelset)
      const label = yield* blindness.showLabel(permitted, labelset, yield* labels.current(id, labelset))
      return toView(sample, { ...seenSample, label, fullLabel: labelContext(permitted, labelset) })
    })

    /** Changes the given fields of a sample. Managers may change priority and assignees, admins every field. */
    const update = traced("Samples.update")(function* (id: SampleId, patch: SamplePatch, ifMatch?: IfMatch) {
      return yield* retryChanged(transaction.run(changeSample(id, patch, ifMatch)))
    })

    const changeSample = Effect.fnUntraced(function* (
      id: SampleId,
      sent: SamplePatch,
      ifMatch: IfMatch | undefined,
    ) {
      const { input: patch, violations } = readSamplePatch(sent, yield* ValidatedJson)
      const permitted = yield* access.requireWritable({ _tag: "Sample", id }, toPatchOperation(sent))
      const { dataset } = permitted
      if (hasPlaceChange(patch)) yield* placement.lock(dataset.id, [id])
      const before = yield* reader.getById(id)
      const usernames = yield* users.findAmong(listUsers(patch))
      const errors = [...violations, ...sampleViolations(patch, settings, usernames)]
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      if (!isIfMatchMet(ifMatch, before.version)) return yield* new VersionMismatch()
      const context = { dataset: formatFullName(dataset) }
      const changed = applySamplePatch(before, patch, usernames)
      if (isSameSample(before, changed)) return toView(before, context)
      const sample: Sample = { ...changed, updatedAt: yield* now, version: yield* generateId(VersionId) }
      const keepAssets = assets.keepIn(dataset.id, [sample.attributes, sample.metadata, sample.readme])
      const bytes = keepAssets === null ? 0 : yield* keepAssets
      const outcome = yield* store.update(sample, before.version)
      if (outcome === "taken") return yield* new AlreadyExists({ resource: "sample" })
      if (outcome === "stale") return yield* ifMatch === undefined ? changedMeanwhile : new VersionMismatch()
      if (!isSamePlace(before, sample)) yield* placement.refresh(dataset.id, [id])
      yield* events.record(permitted, [{ type: "sample.updated", sample }])
      if (bytes > 0) yield* quota.take(permitted, { bytes })
      if (before.attributes !== sample.attributes) yield* measurer.request(dataset, [sample])
      return toView(sample, context)
    })

    /** Deletes a sample with its labels and issues. */
    const remove = traced("Samples.remove")(function* (id: SampleId, ifMatch?: IfMatch) {
      yield* transaction.run(
        Effect.gen(function* () {
          const { dataset } = yield* access.requireWritable({ _tag: "Sample", id }, "edit_samples")
          const permitted = yield* removals.lockAll(dataset.id, [id])
          const sample = yield* reader.getById(id)
          if (!isIfMatchMet(ifMatch, sample.version)) return yield* new VersionMismatch()
          yield* removals.removeAll(permitted, [id])
        }),
      )
    })

    /** Deletes the samples that belong to the dataset, and returns how many. */
    const removeMany = traced("Samples.removeMany")(function* (
      ref: DatasetRef,
      ids: ReadonlyArray<SampleId>,
    ) {
      return yield* transaction.run(
        Effect.gen(function* () {
          const { dataset } = yield* access.requireWritable(ref, "edit_samples")
          if (ids.length > mostInRequest)
            return yield* InvalidInput.at("/uuids", `must hold at most ${mostInRequest} ids`)
          const distinct = [...new Set(ids)].sort()
          return yield* removals.removeAll(yield* removals.lockAll(dataset.id, distinct), distinct)
        }),
      )
    })

    return {
      create,
      createMany,
      /** Imports lines and returns the results in their order, then the summary. */
      importLines,
      /** Lists a page of the dataset's samples. */
      list,
      get,
      update,
      /** Updates up to 10 000 samples and returns how many changed. All checks precede the first write. */
      updateMany,
      remove,
      removeMany,
      /** Deletes up to 10 000 samples that match a filter, and returns how many. */
      removeMatching,
    }
  }),
}) {
  static readonly dependencies = [
    Access,
    CheckResults,
    Counts,
    Events,
    Issues,
    KnownUsers,
    LabelImports,
    LabelWriter,
    LabelsetFinder,
    PictureMeasurer,
    PictureSizes,
    Placement,
    QuotaCounter,
    SampleBulk,
    SampleImport,
    SampleInserts,
    SampleLists,
    SampleReader,
  ] as const
}

/** Finds the measured sizes of a sample's pictures, and has the others measured. */
const makeSizeSearch = (sizes: PictureSizes, measurer: PictureMeasurer) =>
  Effect.fnUntraced(function* (dataset: Dataset, sample: Sample) {
    const measured = yield* sizes.find(dataset.id, [sample.id])
    yield* measurer.request(dataset, [sample], measured)
    return measured.get(sample.id)
  })

const toView = (sample: Sample, context: SampleContext): SampleView => ({ sample, context })

const changedMeanwhile = new Conflict({ code: "changed_meanwhile" })
