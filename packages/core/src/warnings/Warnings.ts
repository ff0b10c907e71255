import { Effect } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { Counts } from "../access/Counts.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { InvalidInput, NotFound } from "../domain/errors.ts"
import type { SampleId, VersionId, WarningId } from "../domain/Ids.ts"
import { type JsonInput, readJsonInput } from "../domain/jsonInput.ts"
import { groundTruth, isCleanText } from "../domain/Names.ts"
import { now, type Timestamp } from "../domain/Timestamp.ts"
import type { RuleCounts, RuleTotals, ShownWarning } from "../domain/Warning.ts"
import { longest } from "../domain/wire/fields.ts"
import { traced } from "../kernel/traced.ts"
import { canHideTruth, makeOverlapBlindness, pickShown } from "../placement/makeOverlapBlindness.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults, showUndismissed } from "./CheckResults.ts"
import { makeDatasetChecks } from "./makeDatasetChecks.ts"
import { applyDismissals } from "./shownWith.ts"
import { countDismissed, parseStoredWarnings, parseWarningsPage, type WarningPage } from "./storedWarnings.ts"
import { type LabelLayer, type LabelWarnings, type StoredDismissal, WarningStore } from "./WarningStore.ts"

/** The label or the attributes to check. */
export interface WarningCheckRequest {
  /** Defaults to the ground truth. */
  readonly labelset?: string | undefined
  /** Unsaved attributes, a JSON object as text or plain, to check instead of the stored label. The result is not stored. */
  readonly attributes?: JsonInput | null | undefined
}

/** The check result of one label. */
export interface CheckedLabel {
  readonly warnings: ReadonlyArray<ShownWarning>
  /** Whether there are more than are reported. */
  readonly truncated: boolean
  readonly counts: RuleCounts
  /** The version of the configuration of the check. */
  readonly configVersion: number
}

/** The last check result of a label. */
export interface LastCheckResult extends Omit<CheckedLabel, "configVersion"> {
  /** The version of the checked label. Null, like all that follows, without a check. */
  readonly version: VersionId | null
  readonly configVersion: number | null
  readonly checkedAt: Timestamp | null
  /** Whether label and configuration are unchanged since the check. */
  readonly current: boolean
  /** The start of the next page; null at the end. */
  readonly next: number | null
  /** All dismissals of the label, on every page, including those of earlier content. */
  readonly dismissals: ReadonlyArray<StoredDismissal>
}

const firstPage: WarningPage = { offset: 0, limit: 1000 }

const longestReason = longest.line

/** Warnings: results of a dataset's warning rules on its labels. */
export class Warnings extends Effect.Service<Warnings>()("@annotary/core/Warnings", {
  effect: Effect.gen(function* () {
    const store = yield* WarningStore
    const checkResults = yield* CheckResults
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const transaction = yield* Transaction
    const { checkDataset } = yield* makeDatasetChecks
    const blindness = yield* makeOverlapBlindness

    /** The labelset of a label. */
    const findLayer = (permitted: Permitted, labelset: string = groundTruth) =>
      Effect.map(
        labelsets.find(permitted.dataset.id, labelset),
        ({ id }): LabelLayer => ({ datasetId: permitted.dataset.id, labelsetId: id }),
      )

    /** The labelset of the label of a sample; null where the caller may not see the label. */
    const findVisibleLayer = Effect.fnUntraced(function* (
      permitted: Permitted,
      id: SampleId,
      labelset: string = groundTruth,
    ) {
      const stored = yield* labelsets.find(permitted.dataset.id, labelset)
      if (canHideTruth(permitted, stored) && (yield* blindness.isTruthHidden(permitted, id))) {
        const label = (yield* samples.findLabels(stored.id, [id], false)).get(id)
        if (pickShown(permitted, label ?? null) === null) return null
      }
      return { datasetId: permitted.dataset.id, labelsetId: stored.id } satisfies LabelLayer
    })

    /** The labelset of the label of a sample, which the caller may see. */
    const findShownLayer = (permitted: Permitted, id: SampleId, labelset?: string) =>
      Effect.filterOrElse(
        findVisibleLayer(permitted, id, labelset),
        (layer) => layer !== null,
        () => missingLabel,
      )

    /** Checks the label of a sample, or unsaved attributes. Results of stored labels are stored. */
    const check = traced("Warnings.check")(function* (id: SampleId, request: WarningCheckRequest = {}) {
      const permitted = yield* access.require({ _tag: "Sample", id }, "check")
      const sent = request.attributes
      const layer = yield* findVisibleLayer(permitted, id, request.labelset)
      if (layer === null && sent === undefined) return yield* missingLabel
      const attributes =
        sent === undefined || sent === null ? sent : yield* readJsonInput(sent, "/attributes")
      if (typeof attributes === "string" && !attributes.startsWith("{"))
        return yield* InvalidInput.at("/attributes", "must be an object or null")
      const label = attributes === undefined && layer !== null ? yield* readStored(layer, id) : null
      // The configuration may have changed with the label after it was read here.
      const { dataset } =
        label !== null && label.configVersion > permitted.dataset.configVersion
          ? yield* access.require({ _tag: "Sample", id }, "check")
          : permitted
      const checked = yield* checkResults.check(dataset, label?.attributes ?? attributes ?? null)
      const result = { sampleId: id, checked }
      const shown =
        layer === null
          ? new Map([[id, showUndismissed(checked)]])
          : label === null || dataset.archived
            ? yield* checkResults.show(layer, [result])
            : yield* checkResults.keep(layer, dataset, [{ ...result, version: label.version }])
      return {
        warnings: shown.get(id) ?? [],
        truncated: checked.truncated,
        counts: checked.counts,
        configVersion: dataset.configVersion,
      } satisfies CheckedLabel
    })

    const readStored = Effect.fnUntraced(function* (layer: LabelLayer, id: SampleId) {
      const {
        rows: [row],
      } = yield* samples.portion([id], { labelset: layer.labelsetId, full: true })
      return row?.label ?? (yield* missingLabel)
    })

    /** Lists the warnings of the last check of a label, in pages. */
    const list = traced("Warnings.list")(function* (
      id: SampleId,
      labelset: string,
      request: Partial<WarningPage> = {},
    ) {
      const permitted = yield* access.require({ _tag: "Sample", id }, "read")
      const { dismissals, fresh, checkResult } = yield* findKnown(
        yield* findShownLayer(permitted, id, labelset),
        id,
      )
      if (checkResult === null) return { ...neverChecked, dismissals }
      const { configVersion, counts, checkedAt, truncated, version } = checkResult
      const page = { ...firstPage, ...request }
      const { more, warnings } = parseWarningsPage(checkResult.warnings, page)
      return {
        warnings: applyDismissals(warnings, dismissals),
        next: more ? page.offset + page.limit : null,
        truncated,
        counts,
        version,
        configVersion,
        checkedAt,
        current: fresh && configVersion === permitted.dataset.configVersion,
        dismissals,
      } satisfies LastCheckResult
    })

    const findKnown = (layer: LabelLayer, id: SampleId) =>
      Effect.flatMap(store.find(layer, [id]), (found): Effect.Effect<LabelWarnings, NotFound> => {
        const storedResult = found.get(id)
        return storedResult === undefined ? missingLabel : Effect.succeed(storedResult)
      })

    /** Dismisses a warning with a reason. The dismissal is valid until one of the warning's annotations changes. */
    const dismiss = traced("Warnings.dismiss")(function* (
      id: SampleId,
      labelset: string,
      warning: WarningId,
      reason: string,
    ) {
      return yield* transaction.run(
        Effect.gen(function* () {
          const { layer, permitted, state, stored } = yield* findOpened(id, labelset, warning)
          yield* validateReason(reason)
          const { content } = stored
          const dismissal = { warning, content, reason, by: permitted.actor, at: yield* now }
          const others = state.dismissals.filter((one) => one.warning !== warning)
          const shown = listShown(state, [...others, dismissal])
          yield* store.dismiss(layer, id, dismissal, countDismissed(shown))
          return shown.find((one) => one.id === warning) ?? (yield* missingWarning)
        }),
      )
    })

    /** Restores a dismissed warning. A missing dismissal is no error. */
    const restore = traced("Warnings.restore")(function* (
      id: SampleId,
      labelset: string,
      warning: WarningId,
    ) {
      yield* transaction.run(
        Effect.gen(function* () {
          const { layer, state } = yield* findOpened(id, labelset, warning)
          const others = state.dismissals.filter((one) => one.warning !== warning)
          if (others.length < state.dismissals.length)
            yield* store.restore(layer, id, warning, countDismissed(listShown(state, others)))
        }),
      )
    })

    /** A warning of the last check, with its details. */
    const findOpened = Effect.fnUntraced(function* (id: SampleId, labelset: string, warning: WarningId) {
      const permitted = yield* access.requireWritable({ _tag: "Sample", id }, "check")
      const layer = yield* findShownLayer(permitted, id, labelset)
      const state = yield* findKnown(layer, id)
      const all = state.checkResult === null ? [] : parseStoredWarnings(state.checkResult.warnings)
      const matchingWarning = all.find((one) => one.id === warning)
      if (matchingWarning === undefined) return yield* missingWarning
      return { permitted, layer, state, stored: matchingWarning }
    })

    /** Counts the warnings of a labelset by rule, from the last check of each label, also of those that the caller may not see. */
    const counts = traced("Warnings.counts")(function* (ref: DatasetRef, labelset?: string) {
      const permitted = yield* access.require(ref, "read")
      const totals: RuleTotals = yield* store.totals(yield* findLayer(permitted, labelset))
      return totals
    })

    return {
      check,
      /** Checks all labels of a labelset, and streams warnings, progress and a summary. */
      checkDataset,
      list,
      dismiss,
      restore,
      counts,
    }
  }),
}) {
  static readonly dependencies = [Access, CheckResults, Counts, LabelsetFinder, SampleReader] as const
}

const missingLabel = Effect.fail(new NotFound({ resource: "label" }))
const missingWarning = Effect.fail(new NotFound({ resource: "warning" }))

const neverChecked: Omit<LastCheckResult, "dismissals"> = {
  warnings: [],
  truncated: false,
  counts: {},
  version: null,
  configVersion: null,
  checkedAt: null,
  current: false,
  next: null,
}

const listShown = (
  { checkResult }: LabelWarnings,
  dismissals: ReadonlyArray<StoredDismissal>,
): ReadonlyArray<ShownWarning> =>
  checkResult === null ? [] : applyDismissals(parseStoredWarnings(checkResult.warnings), dismissals)

const validateReason = (reason: string): Effect.Effect<void, InvalidInput> => {
  if (reason.trim() === "") return InvalidInput.at("/reason", "must not be empty")
  return reason.length <= longestReason && isCleanText(reason)
    ? Effect.void
    : InvalidInput.at(
        "/reason",
        `must be at most ${longestReason} characters without U+0000 and lone surrogates`,
      )
}
