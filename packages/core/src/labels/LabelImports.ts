import { Effect, Either } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import type { CheckNotDone, CheckResult, TextCheckResult } from "../domain/CheckResult.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { Conflict, type Violation } from "../domain/errors.ts"
import { generateIds, type LabelsetId, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { groundTruth } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import type { ShownWarning } from "../domain/Warning.ts"
import { CheckResults, type Outcome } from "../warnings/CheckResults.ts"
import { findStructureViolations, listRefusedRules, makeWarningsError } from "./admission.ts"
import { validateStatus } from "./directWrites.ts"
import { LabelStore } from "./LabelStore.ts"
import { LabelWriter } from "./LabelWriter.ts"
import {
  type LabelContent,
  type LabelInput,
  labelViolations,
  type ReadLabel,
  replaceContent,
  settleInput,
} from "./labelInput.ts"

/** The label of a new sample. */
export interface ImportedLabel extends LabelInput {
  /** Defaults to the ground truth. */
  readonly labelset?: string | undefined
}

/** The label to write, or its violations. */
export interface PreparedLabel {
  /** Pointers begin with `/label`. */
  readonly violations: ReadonlyArray<Violation>
  readonly labelset: Labelset | null
  readonly content: LabelContent
  /** The warnings that cause a refusal. */
  readonly refused?: ReadonlyArray<ShownWarning> | undefined
  /** Null when no check was requested. */
  readonly outcome: Outcome | null
  /** The exact shapes that were dropped. Pointers begin with `/label`. */
  readonly advice: ReadonlyArray<Violation>
  /** The dataset whose configuration and settings it was checked against. */
  readonly dataset: Dataset
}

/** A label without attributes. */
const withoutAttributes: TextCheckResult = {
  warnings: [],
  truncated: false,
  counts: {},
  complete: true,
  structure: [],
}

/** An unstored label has no dismissals. */
const listShownWarnings = (outcome: Outcome): ReadonlyArray<ShownWarning> =>
  Either.isLeft(outcome)
    ? []
    : outcome.right.warnings.map(({ content: _, ...warning }) => ({ ...warning, dismissed: null }))

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))

/** The check result of a written label, or the reason for its absence. */
export type LabelCheckOutcome =
  | (Pick<CheckResult, "truncated" | "counts"> & { readonly warnings: ReadonlyArray<ShownWarning> })
  | { readonly error: CheckNotDone }

/** Labels of new samples: validated and checked before the transaction, then written in bulk. The caller checks permissions. */
export class LabelImports extends Effect.Service<LabelImports>()("@annotary/core/LabelImports", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const store = yield* LabelStore
    const writer = yield* LabelWriter
    const checkResults = yield* CheckResults

    /** Prepares the labels in the order of the inputs; undefined without a label. */
    const prepare = Effect.fnUntraced(function* (
      ref: DatasetRef,
      inputs: ReadonlyArray<ReadLabel<ImportedLabel> | undefined>,
      check: boolean,
    ) {
      if (inputs.every((input) => input === undefined)) return []
      const datasetAccess = yield* Effect.option(access.find(ref))
      // The dataset is deleted: the error of every line, reported on write.
      if (datasetAccess._tag === "None") return []
      const permitted = datasetAccess.value
      const labelsetsByName = new Map<string, Labelset | null>()
      return yield* Effect.forEach(inputs, (input) =>
        input === undefined
          ? Effect.succeed(undefined)
          : prepareOne(permitted, input, labelsetsByName, check),
      )
    })

    const prepareOne = Effect.fnUntraced(function* (
      { dataset }: Permitted,
      input: ReadLabel<ImportedLabel>,
      known: Map<string, Labelset | null>,
      check: boolean,
    ) {
      const name = input.labelset ?? groundTruth
      // A missing one is remembered, too.
      if (!known.has(name))
        known.set(name, yield* Effect.catchAll(labelsets.find(dataset.id, name), () => Effect.succeed(null)))
      const labelset = known.get(name) ?? null
      const settled = settleInput(input, null, dataset.taskType)
      const advice = settled.advice.map(({ message, pointer }) => ({ pointer: `/label${pointer}`, message }))
      const content = replaceContent(null, settled.input)
      const violations = labelViolations(input).map(({ message, pointer }) => ({
        pointer: `/label${pointer}`,
        message,
      }))
      if (labelset === null)
        violations.push({ pointer: "/label/labelset", message: "must be a labelset of the dataset" })
      const status = yield* Effect.either(validateStatus(null, content.status, dataset.settings))
      if (Either.isLeft(status)) violations.push({ pointer: "/label/status", message: status.left.message })
      if (violations.length > 0 || content.attributes === null)
        return {
          violations,
          labelset,
          content,
          outcome: check ? Either.right(withoutAttributes) : null,
          advice,
          dataset,
        } satisfies PreparedLabel
      const refused = listRefusedRules(dataset.settings, false)
      const isChecked = check || refused.size > 0
      const checked = yield* checkResults.tryCheck(
        dataset,
        content.attributes,
        isChecked ? {} : { structureOnly: true },
      )
      const refusal = makeWarningsError(refused, checked, listShownWarnings(checked))
      const errors = [
        ...findStructureViolations(dataset, content.attributes, checked),
        ...(refusal === null ? [] : refusal.errors),
      ]
      return {
        violations: errors.map(({ message, pointer }) => ({ pointer: `/label${pointer}`, message })),
        refused: refusal?.warnings,
        labelset,
        content,
        outcome: check ? checked : null,
        advice,
        dataset,
      } satisfies PreparedLabel
    })

    /**
     * Writes the labels of new samples, which the caller's transaction has inserted. At most 1000; returns the requested check
     * results. Fails with `changed_meanwhile` if the configuration or the settings changed after `prepare`; prepare them again.
     * `before`: the dataset before the caller's transaction gave it another version.
     */
    const add = Effect.fnUntraced(function* (
      permitted: Permitted,
      all: ReadonlyArray<{ readonly sample: Sample; readonly label: PreparedLabel }>,
      before: Permitted = permitted,
    ) {
      // The inserted samples lock out configuration changes: what is read here stays valid until the transaction ends.
      const { dataset } = yield* access.find({ _tag: "Id", id: permitted.dataset.id })
      const expected = before === permitted ? dataset.version : before.dataset.version
      for (const { label } of all) if (label.dataset.version !== expected) return yield* changedMeanwhile
      const at = yield* now
      const versions = yield* generateIds(VersionId, all.length)
      const made = all.flatMap(({ label: { content, labelset, outcome }, sample }, index) => {
        const version = versions[index]
        if (labelset === null || version === undefined) return []
        const label: Label = {
          datasetId: sample.datasetId,
          sampleId: sample.id,
          labelsetId: labelset.id,
          ...content,
          createdAt: at,
          createdBy: permitted.actor,
          updatedAt: at,
          updatedBy: permitted.actor,
          reviewedAt: null,
          reviewedBy: null,
          labeler: null,
          reviewer: null,
          rejecter: null,
          configVersion: dataset.configVersion,
          version,
        }
        return [{ label, labelset, outcome, sample }]
      })
      return yield* writer.writeNew(permitted, made, keepCheckResults(permitted, made))
    })

    /** The samples, by labelset, that have a label where the given one would be written. */
    const findLabeled = Effect.fnUntraced(function* (
      { dataset }: Permitted,
      existing: ReadonlyArray<{ readonly sample: Sample; readonly label: PreparedLabel }>,
    ) {
      const samplesByLabelset = new Map<LabelsetId, Array<SampleId>>()
      for (const { label, sample } of existing) {
        if (label.labelset === null) continue
        const samples = samplesByLabelset.get(label.labelset.id) ?? []
        samplesByLabelset.set(label.labelset.id, samples)
        samples.push(sample.id)
      }
      const labeled = new Map<LabelsetId, ReadonlySet<SampleId>>()
      for (const [labelset, samples] of samplesByLabelset)
        labeled.set(labelset, yield* store.listLabeled(dataset.id, labelset, samples))
      return labeled as ReadonlyMap<LabelsetId, ReadonlySet<SampleId>>
    })

    /** Stores the check results of labels that were written as new in this transaction. */
    const keepCheckResults = Effect.fnUntraced(function* (
      { dataset }: Permitted,
      made: ReadonlyArray<{ readonly label: Label; readonly outcome: Outcome | null }>,
    ) {
      const results = new Map<SampleId, LabelCheckOutcome>()
      const byLabelset = new Map<LabelsetId, Array<Parameters<typeof checkResults.put>[2][number]>>()
      for (const { label, outcome } of made) {
        if (outcome === null) continue
        if (Either.isLeft(outcome)) {
          results.set(label.sampleId, { error: outcome.left })
          continue
        }
        const group = byLabelset.get(label.labelsetId) ?? []
        byLabelset.set(label.labelsetId, group)
        group.push({ sampleId: label.sampleId, version: label.version, checked: outcome.right })
      }
      for (const [labelsetId, labels] of byLabelset) {
        const layer = { datasetId: dataset.id, labelsetId }
        for (let i = 0; i < labels.length; i += 100) {
          const batch = labels.slice(i, i + 100)
          const shown = yield* checkResults.put(layer, dataset, batch, true)
          for (const { checked, sampleId } of batch) {
            const { counts, truncated } = checked
            results.set(sampleId, { counts, truncated, warnings: shown.get(sampleId) ?? [] })
          }
        }
      }
      return results as ReadonlyMap<SampleId, LabelCheckOutcome>
    })

    return { prepare, add, findLabeled }
  }),
}) {
  static readonly dependencies = [Access, CheckResults, LabelWriter, LabelsetFinder] as const
}
