import { Effect } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict, type Violation } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Label, LabelAction } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Operation } from "../domain/permissions.ts"
import type { Sample } from "../domain/Sample.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { Placement } from "../placement/Placement.ts"
import { Workunits } from "../placement/Workunits.ts"
import { directWorkunit } from "../placement/workunitOf.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import type { Foreseen, Outcome } from "../warnings/CheckResults.ts"
import { LabelChecks, type WriteCheck } from "./LabelChecks.ts"
import { LabelWriter, labelContext } from "./LabelWriter.ts"
import { type LabelContent, sameContent } from "./labelInput.ts"

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

/** Everything that a write needs. */
export interface OpenedLabel {
  readonly permitted: Permitted
  /** The open claim on the sample. */
  readonly claim: Claim | undefined
  readonly labelset: Labelset
  readonly sample: Sample
  readonly before: Label | null
}

/**
 * Writes labels outside the queues, for `Labels`, which decides what to write. Contains the reads under the lock before, and
 * the effects after. Everything runs in the caller's transaction.
 */
export class DirectWriter extends Effect.Service<DirectWriter>()("@annotary/core/DirectWriter", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const placement = yield* Placement
    const workunits = yield* Workunits
    const writer = yield* LabelWriter
    const checks = yield* LabelChecks

    /**
     * Checks permissions, locks the sample's row, and reads the current state. Fails with `changed_meanwhile` if the
     * configuration changed before the lock was granted; start the transaction again.
     */
    const open = Effect.fnUntraced(function* (id: SampleId, name: string, operation: Operation) {
      const permitted = yield* access.requireWritable({ _tag: "Sample", id }, operation)
      const openClaims = yield* placement.lock(permitted.dataset.id, [id])
      const labelset = yield* labelsets.find(permitted.dataset.id, name)
      const { configVersion, label: before, sample } = yield* samples.forWrite(id, labelset.id)
      if (configVersion !== permitted.dataset.configVersion) return yield* changedMeanwhile
      return { permitted, claim: openClaims.get(id), labelset, sample, before } satisfies OpenedLabel
    })

    /**
     * Writes the content, ends another person's claim on the sample, and reports the change. The outcome is the check of the
     * content, null when it was not checked.
     */
    const save = Effect.fnUntraced(function* (
      opened: OpenedLabel,
      content: LabelContent,
      action: LabelAction,
      outcome: Outcome | null,
    ) {
      const { permitted, labelset, sample, before } = opened
      const context = labelContext(permitted, labelset)
      if (before !== null && sameContent(before, content)) {
        const shown = outcome === null ? null : yield* checks.show(before, outcome)
        return { label: before, context, check: shown } satisfies WrittenLabel
      }
      const people = { rejecter: null }
      const label = yield* writer.write({ permitted, sample, labelset, before, content, action, people })
      const changes = [{ sample, labelset, before, after: label }]
      // Reported early: a storage that need not wait for it writes the event meanwhile.
      yield* writer.report(permitted, changes)
      yield* endClaimOfOthers(opened)
      if (labelset.isGroundTruth && action !== "restore") yield* noteWork(opened, label, action)
      const kept = outcome === null ? null : yield* checks.keep(permitted.dataset, label, outcome)
      yield* writer.count(permitted, changes)
      return { label, context, check: kept } satisfies WrittenLabel
    })

    /** Checks the content of a write, which may be refused. `sent`: the request contains the attributes. */
    const check = (
      { labelset, permitted, sample }: OpenedLabel,
      { attributes }: LabelContent,
      sent: boolean,
      foreseen: Foreseen | null,
    ) =>
      checks.admit(
        { dataset: permitted.dataset, labelset: labelset.id, sample: sample.id },
        attributes,
        sent,
        foreseen,
      )

    /** Deletes the label, ends another person's claim on the sample, and reports the change. */
    const remove = Effect.fnUntraced(function* (opened: OpenedLabel, before: Label) {
      const { permitted, labelset, sample } = opened
      yield* writer.remove({ permitted, sample, labelset, before })
      yield* endClaimOfOthers(opened)
      yield* writer.announce(permitted, [{ sample, labelset, before, after: null }])
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
      yield* workunits.record(yield* directWorkunit(permitted.actor, sample, { before, after, action }))
    })

    return { open, check, save, remove }
  }),
  dependencies: [
    Access.Default,
    LabelChecks.Default,
    LabelWriter.Default,
    LabelsetFinder.Default,
    Placement.Default,
    SampleReader.Default,
    Workunits.Default,
  ],
}) {}

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
