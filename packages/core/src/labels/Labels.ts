import { Effect, identity, Option } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { InvalidInput, NotFound, VersionMismatch, type Violation } from "../domain/errors.ts"
import type { SampleId, VersionId } from "../domain/Ids.ts"
import { type IfMatch, isIfMatchMet } from "../domain/ifMatch.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import type { Label, LabelVersion } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { TakesLongTexts } from "../kernel/TakesLongTexts.ts"
import { traced } from "../kernel/traced.ts"
import { canHideTruth, makeOverlapBlindness, pickShown } from "../placement/makeOverlapBlindness.ts"
import { Placement } from "../placement/Placement.ts"
import { Workunits } from "../placement/Workunits.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults, type Foreseen, quickLabel } from "../warnings/CheckResults.ts"
import { isFinalWrite, validateDirectWrite, validateStatus } from "./directWrites.ts"
import { LabelStore } from "./LabelStore.ts"
import { LabelWriter, labelContext } from "./LabelWriter.ts"
import {
  type LabelContent,
  type LabelInput,
  labelViolations,
  patchContent,
  type ReadLabel,
  readLabel,
  replaceContent,
  settleInput,
} from "./labelInput.ts"
import {
  type DirectlyWritten,
  type LabelDecision,
  type LabelTarget,
  type LabelView,
  makeDirectWriter,
  type OpenedLabel,
} from "./makeDirectWriter.ts"
import { resolveShapes } from "./settleShapes.ts"

export type { LabelView, WrittenLabel } from "./makeDirectWriter.ts"
export type { WriteCheck } from "./makeLabelChecks.ts"

/** A page of a label's history. */
export interface HistoryPage {
  /** Versions before this one. */
  readonly before?: VersionId | undefined
  /** 1–1000. Defaults to 100. */
  readonly limit?: number | undefined
}

/** Labels: read and write them outside the queues, and restore earlier versions. */
export class Labels extends Effect.Service<Labels>()("@annotary/core/Labels", {
  effect: Effect.gen(function* () {
    const store = yield* LabelStore
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const writer = yield* LabelWriter
    const direct = yield* makeDirectWriter
    const checkResults = yield* CheckResults
    const transaction = yield* Transaction
    const blindness = yield* makeOverlapBlindness

    /** Returns the label of a sample in a labelset. */
    const get = traced("Labels.get")(function* (sample: SampleId, labelsetName: string) {
      const permitted = yield* access.require({ _tag: "Sample", id: sample }, "read")
      const labelset = yield* labelsets.find(permitted.dataset.id, labelsetName)
      const context = labelContext(permitted, labelset)
      if (canHideTruth(permitted, labelset) && (yield* blindness.isTruthHidden(permitted, sample))) {
        const start = pickShown(permitted, yield* writer.current(sample, labelset))
        return start === null ? yield* missing : ({ label: start, context } satisfies LabelView)
      }
      if (yield* TakesLongTexts) {
        const encodedLabel = Option.getOrNull(yield* store.getEncoded(sample, labelset.id))
        return encodedLabel === null ? yield* missing : ({ ...encodedLabel, context } satisfies LabelView)
      }
      const label = yield* writer.current(sample, labelset)
      return label === null ? yield* missing : ({ label, context } satisfies LabelView)
    })

    const checkInput = (opened: OpenedLabel, input: ReadLabel, content: LabelContent) => {
      const { permitted, claim, labelset, sample, before } = opened
      return validateDirectWrite({
        role: permitted.role,
        by: permitted.actor,
        settings: permitted.dataset.settings,
        groundTruth: labelset.isGroundTruth,
        sample,
        claim,
        from: before?.status ?? null,
        sent: input.status ?? null,
        to: content.status,
      })
    }

    /**
     * Creates or replaces a label. Absent attributes of an existing label stay unchanged, absent score and rating become
     * null, and an absent status is PRELABELED. `ifMatch`: the expected version.
     */
    const put = traced("Labels.put")(function* (
      id: SampleId,
      labelset: string,
      sent: LabelInput,
      ifMatch?: IfMatch,
    ) {
      return yield* putOver(id, labelset, sent, (before) => checkIfMatch(before, ifMatch))
    })

    /** Creates the label of a sample that has none in the labelset, as `put` does. Fails with `VersionMismatch` if there is one. */
    const add = (id: SampleId, labelset: string, sent: LabelInput) =>
      putOver(id, labelset, sent, (before) => (before === null ? Effect.void : new VersionMismatch()))

    /** Writes over the label that `check` accepts. */
    const putOver = Effect.fnUntraced(function* (
      id: SampleId,
      labelset: string,
      sent: LabelInput,
      check: (before: Label | null) => Effect.Effect<void, VersionMismatch>,
    ) {
      const { input, violations } = readLabel(sent, yield* ValidatedJson)
      const decide = Effect.fnUntraced(function* (opened: OpenedLabel) {
        yield* failIfInvalid(input, violations)
        yield* check(opened.before)
        const { advice, input: settled } = settleInput(
          input,
          opened.before,
          opened.permitted.dataset.taskType,
        )
        const content = replaceContent(opened.before, settled)
        const action = yield* checkInput(opened, input, content)
        if (input.status === undefined && input.attributes === undefined) return yield* saysNothing
        const created = opened.before === null
        const toResult = (written: DirectlyWritten) => ({ ...written, advice, created })
        return {
          content,
          action,
          check: input.attributes === undefined ? "stored" : "sent",
          isFinal: isFinalWrite(opened.permitted.role, content.status),
          toResult,
        } as const
      })
      const target = { sample: id, labelset, operation: "label" } as const
      return yield* write(target, decide, yield* foresee(id, input))
    })

    /** Changes the given fields of an existing label. */
    const patch = traced("Labels.patch")(function* (
      id: SampleId,
      labelset: string,
      sent: LabelInput,
      ifMatch?: IfMatch,
    ) {
      const { input, violations } = readLabel(sent, yield* ValidatedJson)
      const decide = Effect.fnUntraced(function* (opened: OpenedLabel) {
        if (opened.before === null) return yield* missing
        yield* failIfInvalid(input, violations)
        yield* checkIfMatch(opened.before, ifMatch)
        const { advice, input: settled } = settleInput(
          input,
          opened.before,
          opened.permitted.dataset.taskType,
        )
        const content = patchContent(opened.before, settled, input.status ?? opened.before.status)
        const action = yield* checkInput(opened, input, content)
        const check = input.attributes === undefined ? "none" : "sent"
        const toResult = (written: DirectlyWritten) => ({ ...written, advice })
        const isFinal = isFinalWrite(opened.permitted.role, content.status)
        return { content, action, check, isFinal, toResult } as const
      })
      const target = { sample: id, labelset, operation: "label" } as const
      return yield* write(target, decide, yield* foresee(id, input))
    })

    /** Checks very long attributes before the transaction, for which others wait; only for those who may write. */
    const foresee = (id: SampleId, { attributes }: ReadLabel) =>
      attributes === undefined || attributes === null || attributes.length <= quickLabel
        ? Effect.succeed(null)
        : Effect.flatMap(access.require({ _tag: "Sample", id }, "label"), ({ dataset }) =>
            checkResults.foresee(dataset, resolveShapes(attributes, null, dataset.taskType).attributes),
          )

    const write = <Result, E, R>(
      target: LabelTarget,
      decide: (opened: OpenedLabel) => Effect.Effect<LabelDecision<Result>, E, R>,
      foreseen: Foreseen | null,
    ) =>
      checkResults.foreseeing(
        (checked) => retryChanged(transaction.run(direct.write(target, decide, checked))),
        foreseen,
      )

    /** Deletes a label. Its history stays. */
    const remove = traced("Labels.remove")(function* (id: SampleId, labelsetName: string, ifMatch?: IfMatch) {
      const accept = Effect.fnUntraced(function* (label: Label | null) {
        if (label === null) return yield* missing
        yield* checkIfMatch(label, ifMatch)
        return label
      })
      const target = { sample: id, labelset: labelsetName, operation: "write_any_label" } as const
      yield* retryChanged(transaction.run(direct.remove(target, accept)))
    })

    /** Lists the history of a label, newest first, also after its deletion. */
    const listHistory = traced("Labels.history")(function* (
      id: SampleId,
      labelsetName: string,
      page: HistoryPage = {},
    ) {
      const permitted = yield* access.require({ _tag: "Sample", id }, "read")
      const labelset = yield* labelsets.find(permitted.dataset.id, labelsetName)
      const limit = Math.min(Math.max(page.limit ?? 100, 1), 1000)
      const before = page.before ?? null
      const shownVersions = yield* findShown(permitted, id, labelset)
      if (shownVersions === "none") return []
      if (shownVersions !== "all") {
        const entries = yield* store.history(id, labelset.id, { before, limit: 1 })
        return entries.filter(({ version }) => version === shownVersions)
      }
      return yield* store.history(id, labelset.id, { before, limit })
    })

    /** The versions of a label that the caller may see: all, none, or the one from which people who label the sample start. */
    const findShown = Effect.fnUntraced(function* (permitted: Permitted, id: SampleId, labelset: Labelset) {
      if (!canHideTruth(permitted, labelset) || !(yield* blindness.isTruthHidden(permitted, id))) return "all"
      const label = Option.getOrNull(yield* store.get(id, labelset.id, false))
      if (label?.labeler === permitted.actor) return "all"
      return pickShown(permitted, label)?.version ?? "none"
    })

    /** Returns one version of a label with its body. */
    const getVersion = traced("Labels.version")(function* (
      id: SampleId,
      labelsetName: string,
      wanted: VersionId,
    ) {
      const permitted = yield* access.require({ _tag: "Sample", id }, "read")
      const labelset = yield* labelsets.find(permitted.dataset.id, labelsetName)
      const shownVersions = yield* findShown(permitted, id, labelset)
      if (shownVersions !== "all" && shownVersions !== wanted) return yield* missingVersion
      return yield* Effect.flatMap(store.version(id, labelset.id, wanted), orMissingVersion)
    })

    /** Restores the content of a version, as a new version. */
    const restore = traced("Labels.restore")(function* (
      id: SampleId,
      labelset: string,
      wanted: VersionId,
      ifMatch?: IfMatch,
    ) {
      const decide = Effect.fnUntraced(function* (opened: OpenedLabel) {
        yield* checkIfMatch(opened.before, ifMatch)
        const old = yield* Effect.flatMap(store.version(id, opened.labelset.id, wanted), orMissingVersion)
        if (old.to === null) return yield* missingVersion
        yield* validateStatus(opened.before?.status ?? null, old.to, opened.permitted.dataset.settings)
        const { attributes, score, rating } = old
        const content = { status: old.to, attributes, score, rating }
        return { content, action: "restore", check: "stored", toResult: identity<DirectlyWritten> } as const
      })
      const target = { sample: id, labelset, operation: "write_any_label" } as const
      return yield* write(target, decide, null)
    })

    return { get, put, add, patch, remove, history: listHistory, version: getVersion, restore }
  }),
}) {
  static readonly dependencies = [
    Access,
    CheckResults,
    LabelWriter,
    LabelsetFinder,
    Placement,
    QuotaCounter,
    SampleReader,
    Workunits,
  ] as const
}

/** An empty write would turn any label into a prelabel without score and rating. */
const saysNothing = Effect.fail(InvalidInput.at("", "must name label_status or attributes"))
const missing = Effect.fail(new NotFound({ resource: "label" }))
const missingVersion = Effect.fail(new NotFound({ resource: "label version" }))
const orMissingVersion = Option.match({
  onNone: () => missingVersion,
  onSome: (found: LabelVersion) => Effect.succeed(found),
})

const failIfInvalid = (
  input: ReadLabel,
  violations: ReadonlyArray<Violation>,
): Effect.Effect<void, InvalidInput> => {
  const errors = [...violations, ...labelViolations(input)]
  return errors.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ errors }))
}

const checkIfMatch = (
  label: Label | null,
  ifMatch: IfMatch | undefined,
): Effect.Effect<void, VersionMismatch> =>
  isIfMatchMet(ifMatch, label?.version) ? Effect.void : Effect.fail(new VersionMismatch())
