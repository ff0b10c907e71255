/** Labels as other modules carry them along: copied into a clone, or merely asked whether there are any. */
import { Effect } from "effect"
import { type DatasetId, type LabelsetId, nextId, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { LabelStore } from "./LabelStore.ts"

/** Where a label goes, and who carries it there. */
export interface LabelTarget {
  readonly datasetId: DatasetId
  readonly labelsetId: LabelsetId
  readonly actor: Username
}

export class LabelCopies extends Effect.Service<LabelCopies>()("@annotary/core/LabelCopies", {
  effect: Effect.gen(function* () {
    const store = yield* LabelStore

    /** Whether the dataset has any label. */
    const anyIn = (dataset: DatasetId): Effect.Effect<boolean> => store.anyIn(dataset)

    /** Writes each label again on the sample it is given with; at most 1000. Answers their statuses. */
    const copy = Effect.fn("LabelCopies.copy")(function* (
      labels: ReadonlyArray<{ readonly label: Label; readonly sample: SampleId }>,
      target: LabelTarget,
    ) {
      if (labels.length === 0) return []
      const { actor, ...place } = target
      const updatedAt = yield* now
      const copies = yield* Effect.forEach(labels, ({ label, sample }) =>
        Effect.map(
          nextId(VersionId),
          (version): Label => ({
            ...label,
            ...place,
            sampleId: sample,
            updatedAt,
            updatedBy: actor,
            version,
          }),
        ),
      )
      yield* store.writeNew(copies, "clone")
      return copies.map((label): LabelStatus => label.status)
    })

    return { anyIn, copy }
  }),
}) {}
