import { Effect } from "effect"
import { type DatasetId, generateId, type LabelsetId, type SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { LabelStore } from "./LabelStore.ts"

/** The target of a copied label, and the author of the copy. */
export interface LabelTarget {
  readonly datasetId: DatasetId
  readonly labelsetId: LabelsetId
  readonly actor: Username
}

/** Labels for other modules: copied into a clone, or checked for existence. */
export const makeLabelCopies = Effect.gen(function* () {
  const store = yield* LabelStore

  /** Whether the dataset has any label. */
  const hasAny = (dataset: DatasetId): Effect.Effect<boolean> => store.anyIn(dataset)

  /** Writes each label on its new sample, at most 1000, and returns their statuses. */
  const copy = Effect.fnUntraced(function* (
    labels: ReadonlyArray<{ readonly label: Label; readonly sample: SampleId }>,
    target: LabelTarget,
  ) {
    if (labels.length === 0) return []
    const { actor, ...place } = target
    const updatedAt = yield* now
    const copies = yield* Effect.forEach(labels, ({ label, sample }) =>
      Effect.map(
        generateId(VersionId),
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

  return { hasAny, copy }
})
