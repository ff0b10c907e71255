import { Effect } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { refusePaused } from "../access/refusePaused.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict, type Violation } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Label, LabelAction } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { allows, type Operation } from "../domain/permissions.ts"
import type { Sample } from "../domain/Sample.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { makeDirectWorkunit } from "../placement/makeWorkunit.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { Placement } from "../placement/Placement.ts"
import { Workunits } from "../placement/Workunits.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import type { Foreseen } from "../warnings/CheckResults.ts"
import { canRefuseFinal } from "./admission.ts"
import { LabelWriter, labelContext } from "./LabelWriter.ts"
import { isSameContent, type LabelContent } from "./labelInput.ts"
import { makeGoldDrafts } from "./makeGoldDrafts.ts"
import { makeLabelChecks, type WriteCheck } from "./makeLabelChecks.ts"

/** A label with its context. Encode it with `labelJson`. */
export interface LabelView {
  readonly label: Label
  readonly context: LabelContext
  /** The long attributes of a caller that takes them as bytes; those of the label are null then. */
  readonly bytes?: Uint8Array | null
}

/** A written label. `check` is null when the write did not change its content. */
export interface WrittenLabel extends LabelView {
  readonly check: WriteCheck | null
  /** The exact shapes that were dropped. Absent where the write could drop none. */
  readonly advice?: ReadonlyArray<Violation>
}

/** The label that a write is for, and the permission that it takes. */
export interface LabelTarget {
  readonly sample: SampleId
  readonly labelset: string
  readonly operation: Operation
}

/** The state of a label under the lock. */
export interface OpenedLabel {
  readonly permitted: Permitted
  /** The open claim on the sample. */
  readonly claim: Claim | undefined
  readonly labelset: Labelset
  readonly sample: Sample
  readonly before: Label | null
  /** The sample is a gold sample, and the caller must not recognize it. */
  readonly isHiddenGold: boolean
}

/** A label that was written outside the queues. */
export type DirectlyWritten = Pick<WrittenLabel, "label" | "context" | "check">

/** The content to write and its recorded action, decided from the state under the lock. */
export interface LabelDecision<Result> {
  readonly content: LabelContent
  readonly action: LabelAction
  /** `sent`: the request contains the attributes. `stored`: they are older. `none`: they are not checked. */
  readonly check: "sent" | "stored" | "none"
  /** The write submits or accepts the label. */
  readonly isFinal?: boolean
  /** The answer of the caller. */
  readonly toResult: (written: DirectlyWritten) => Result
}

/**
 * Writes labels outside the queues, for `Labels`, which decides what to write. Contains the reads under the lock before, and
 * the effects after. Everything runs in the caller's transaction.
 */
export const makeDirectWriter = Effect.gen(function* () {
  const access = yield* Access
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader
  const overlaps = yield* OverlapStore
  const placement = yield* Placement
  const workunits = yield* Workunits
  const writer = yield* LabelWriter
  const checks = yield* makeLabelChecks
  const goldDrafts = yield* makeGoldDrafts

  /**
   * Checks permissions, locks the sample's row, and reads the current state. Fails with `changed_meanwhile` if the dataset
   * changed before the lock was granted, as with its configuration or its first use of overlap; start the transaction again.
   */
  const open = Effect.fnUntraced(function* ({ labelset: name, operation, sample: id }: LabelTarget) {
    const permitted = yield* access.requireWritable({ _tag: "Sample", id }, operation)
    const openClaims = yield* placement.lock(permitted.dataset.id, [id])
    const labelset = yield* labelsets.find(permitted.dataset.id, name)
    const { datasetVersion, label, sample } = yield* samples.getForWrite(id, labelset.id)
    if (datasetVersion !== permitted.dataset.version) return yield* changedMeanwhile
    const gold = permitted.dataset.settings.usesOverlap ? yield* openOverlap(permitted, labelset, id) : null
    const { before, claim } = gold ?? { before: label, claim: openClaims.get(id) }
    if (claim?.holder !== permitted.actor) yield* refusePaused(permitted)
    return { permitted, claim, labelset, sample, before, isHiddenGold: gold !== null } satisfies OpenedLabel
  })

  /**
   * Only managers write the ground truth of a sample that several people label: its labelers do not show each other their work. Nobody writes
   * that of a gold sample, of which managers alone know: others get the answers of an ordinary sample. Returns their own work on one; null
   * for every other sample.
   */
  const openOverlap = Effect.fnUntraced(function* (permitted: Permitted, labelset: Labelset, id: SampleId) {
    if (!labelset.isGroundTruth) return null
    const { dataset, role } = permitted
    const overlap = (yield* overlaps.find(dataset.id, [id])).get(id)
    const isGold = overlap?.state === "gold"
    if (allows(role, "write_any_label", dataset))
      return isGold ? yield* new Conflict({ code: "gold_sample" }) : null
    if (isGold) return yield* goldDrafts.find(permitted, labelset, overlap)
    if (overlap !== undefined && overlap.state !== "decided")
      return yield* new Conflict({ code: "overlap_open" })
    return null
  })

  /**
   * Writes what the caller decides from the state under the lock, after the check of the content, which may refuse it. Ends
   * another person's claim on the sample, and reports the change.
   */
  const write = Effect.fnUntraced(function* <Result, E, R>(
    target: LabelTarget,
    decide: (opened: OpenedLabel) => Effect.Effect<LabelDecision<Result>, E, R>,
    foreseen: Foreseen | null,
  ) {
    const opened = yield* open(target)
    const { action, check, content, isFinal = false, toResult } = yield* decide(opened)
    const { before, labelset, permitted, sample } = opened
    const { dataset } = permitted
    const outcome =
      check === "none" && !(isFinal && canRefuseFinal(dataset.settings))
        ? null
        : yield* checks.checkWrite(
            {
              ...{ dataset, labelset: labelset.id, sample: sample.id, reader: permitted },
              ignoresDismissals: opened.isHiddenGold,
            },
            content.attributes,
            check === "sent",
            foreseen,
            before?.attributes ?? null,
            isFinal,
          )
    const context = labelContext(permitted, labelset)
    if (before !== null && isSameContent(before, content)) {
      const shown = outcome === null ? null : yield* checks.show(before, outcome)
      return toResult({ label: before, context, check: shown })
    }
    const request = { permitted, sample, labelset, before, content, action, people: { rejecter: null } }
    if (opened.isHiddenGold) {
      const label = yield* goldDrafts.write(request)
      yield* noteWork(opened, label, action)
      const shown = outcome === null ? null : yield* checks.show(label, outcome)
      return toResult({ label, context, check: shown })
    }
    return yield* writer.write(
      request,
      Effect.fnUntraced(function* (label) {
        yield* endClaimOfOthers(opened)
        if (labelset.isGroundTruth && action !== "restore") yield* noteWork(opened, label, action)
        const shown = outcome === null ? null : yield* checks.keep(dataset, label, outcome, before === null)
        return toResult({ label, context, check: shown })
      }),
    )
  })

  /** Deletes the label that the caller has found acceptable, and ends another person's claim on the sample. */
  const remove = Effect.fnUntraced(function* <E, R>(
    target: LabelTarget,
    accept: (label: Label | null) => Effect.Effect<Label, E, R>,
  ) {
    const opened = yield* open(target)
    const { labelset, permitted, sample } = opened
    const before = yield* accept(opened.before)
    yield* writer.remove({ permitted, sample, labelset, before }, endClaimOfOthers(opened))
  })

  /** Predictions are not part of the queues. */
  const endClaimOfOthers = ({ claim, labelset, permitted, sample }: OpenedLabel) =>
    !labelset.isGroundTruth || claim === undefined || claim.holder === permitted.actor
      ? Effect.void
      : placement.release(sample.datasetId, [sample.id])

  /** Writes of people count as work; writes of the engine do not. */
  const noteWork = Effect.fnUntraced(function* (
    { before, permitted, sample }: OpenedLabel,
    after: Label,
    action: LabelAction,
  ) {
    if ((yield* CurrentActor)._tag === "System") return
    yield* workunits.record(yield* makeDirectWorkunit(permitted.actor, sample, { before, after, action }))
  })

  return { write, remove }
})

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
