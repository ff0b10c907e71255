/**
 * Writes labels outside of the queues. For `Labels`, which decides what is written: here is what must be read under the
 * lock before, and what follows after. Everything runs in the caller's transaction.
 */
import { Effect } from "effect"
import { LabelsetFinder } from "../datasets/LabelsetFinder.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Label, LabelAction } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import type { LabelContext } from "../domain/wire/label.ts"
import { Access, type Permitted } from "../identity/Access.ts"
import type { Operation } from "../identity/permissions.ts"
import { Placement } from "../queue/Placement.ts"
import { Workunits } from "../queue/Workunits.ts"
import { directWorkunit } from "../queue/workunitOf.ts"
import { SampleReader } from "../samples/SampleReader.ts"
import type { Foreseen, Outcome } from "../warnings/CheckResults.ts"
import { LabelChecks, type Said } from "./LabelChecks.ts"
import { LabelWriter, labelContext } from "./LabelWriter.ts"
import { type LabelContent, sameContent } from "./labelInput.ts"

/** A label with what it takes to show it; made for `labelJson`. */
export interface LabelView {
  readonly label: Label
  readonly context: LabelContext
}

/** A label that was written; `said` is null where the write did not touch what it says. */
export interface WrittenLabel extends LabelView {
  readonly said: Said | null
}

/** All that a write needs to know. */
export interface OpenedLabel {
  readonly permitted: Permitted
  /** Who holds the sample now. */
  readonly claim: Claim | undefined
  readonly labelset: Labelset
  readonly sample: Sample
  readonly before: Label | null
}

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
     * Checks permission, locks the sample's row, and reads what is there. Fails with `changed_meanwhile` if the configuration
     * changed before the lock was granted; start the transaction again.
     */
    const open = Effect.fn("DirectWriter.open")(function* (id: SampleId, name: string, operation: Operation) {
      const permitted = yield* access.requireWritable({ _tag: "Sample", id }, operation)
      const openClaims = yield* placement.lock(permitted.dataset.id, [id])
      const labelset = yield* labelsets.find(permitted.dataset.id, name)
      const { configVersion, sample } = yield* samples.byIdWithConfigVersion(id)
      if (configVersion !== permitted.dataset.configVersion) return yield* changedMeanwhile
      const before = yield* writer.current(id, labelset)
      return { permitted, claim: openClaims.get(id), labelset, sample, before } satisfies OpenedLabel
    })

    /**
     * Writes the content, ends the claim of somebody else on the sample, and tells of it. The outcome is that of checking the
     * content, null where it was not checked.
     */
    const save = Effect.fn("DirectWriter.save")(function* (
      opened: OpenedLabel,
      content: LabelContent,
      action: LabelAction,
      outcome: Outcome | null,
    ) {
      const { permitted, labelset, sample, before } = opened
      const context = labelContext(permitted, labelset)
      if (before !== null && sameContent(before, content)) {
        const said = outcome === null ? null : yield* checks.show(before, outcome)
        return { label: before, context, said } satisfies WrittenLabel
      }
      const people = { rejecter: null }
      const label = yield* writer.write({ permitted, sample, labelset, before, content, action, people })
      const changes = [{ sample, labelset, before, after: label }]
      // Reported early: a storage that need not wait for it writes the event meanwhile.
      yield* writer.report(permitted, changes)
      yield* endClaimOfOthers(opened)
      if (labelset.isGroundTruth && action !== "restore") yield* noteWork(opened, label, action)
      const said = outcome === null ? null : yield* checks.keep(permitted.dataset, label, outcome)
      yield* writer.count(permitted, changes)
      return { label, context, said } satisfies WrittenLabel
    })

    /** Checks what is about to be written, which may be refused. `sent`: the request brings the attributes. */
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

    /** Removes the label, ends the claim of somebody else on the sample, and tells of it. */
    const remove = Effect.fn("DirectWriter.remove")(function* (opened: OpenedLabel, before: Label) {
      const { permitted, labelset, sample } = opened
      yield* writer.remove({ permitted, sample, labelset, before })
      yield* endClaimOfOthers(opened)
      yield* writer.announce(permitted, [{ sample, labelset, before, after: null }])
    })

    /** Predictions are nobody's work in a queue. */
    const endClaimOfOthers = ({ claim, labelset, permitted, sample }: OpenedLabel) =>
      !labelset.isGroundTruth || claim === undefined || claim.holder === permitted.actor
        ? Effect.void
        : placement.release(sample.datasetId, [sample.id])

    /** What a person wrote is work; what the engine wrote is none. */
    const noteWork = Effect.fn("DirectWriter.noteWork")(function* (
      { permitted, sample }: OpenedLabel,
      label: Label,
      action: LabelAction,
    ) {
      if ((yield* CurrentActor)._tag === "System") return
      yield* workunits.record(yield* directWorkunit(permitted.actor, sample, label, action))
    })

    return { open, check, save, remove }
  }),
}) {}

const changedMeanwhile = Effect.fail(new Conflict({ code: "changed_meanwhile" }))
