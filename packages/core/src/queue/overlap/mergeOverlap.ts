/** The merge of the labels that several people made of one sample, as far as that is little work. Pure. */
import type { LabelMerge, MergedObject, MergeRefusal } from "../../agreement/merge/LabelMerge.ts"
import { mergeLabels } from "../../agreement/merge/mergeLabels.ts"
import { castToJsonText, type JsonText } from "../../domain/JsonText.ts"
import type { OverlapLabel } from "../../domain/Overlap.ts"
import { type ComparedDataset, parseComparable, readConfiguration } from "./compareTexts.ts"
import { listLettered } from "./listLettered.ts"
import { readMergeOptions } from "./readMergeOptions.ts"

/**
 * `large`: the labels are too much work. `unavailable`: bitmaps could not be read or written in time, or not at all because of an outage; it may work
 * later. Otherwise see `MergeRefusal`.
 */
export type OverlapMergeRefusal = MergeRefusal | "large" | "unavailable"

/** The merged label of a sample, in which people are letters. */
export type OverlapMerge =
  | { readonly refusal: OverlapMergeRefusal }
  | (Pick<LabelMerge, "base" | "refusal"> & {
      readonly attributes: JsonText | null
      readonly objects: ReadonlyArray<MergedObject>
      readonly omitted: LabelMerge["omitted"]
    })

/** Merges the labels, in the order of their letters. Skipped ones are left out. */
export const mergeOverlap = (
  dataset: Omit<ComparedDataset, "id" | "owner">,
  labels: ReadonlyArray<Pick<OverlapLabel, "attributes" | "status">>,
): OverlapMerge => {
  const finished = listLettered(labels)
  if (finished.length < 2) return { refusal: "few" }
  try {
    const comparable = parseComparable(dataset, finished)
    if (typeof comparable === "string") return { refusal: comparable }
    const merge = mergeLabels(
      readConfiguration(dataset),
      finished.map(({ attributes, person }) => ({ person, label: attributes })),
      readMergeOptions(
        dataset,
        finished.map(({ person }) => person),
      ),
    )
    if (merge.refusal !== null) return merge
    const { base, label, objects, omitted, refusal } = merge
    return { refusal, base, objects, omitted, attributes: label === null ? null : castToJsonText(label) }
  } catch {
    // A label may have any structure that its dataset accepts.
    return { refusal: "malformed" }
  }
}
