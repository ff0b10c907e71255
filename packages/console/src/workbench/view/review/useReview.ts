/** The last review of the open label in React, and the comparison with the version that was reviewed. */
import { useQuery } from "@tanstack/react-query"
import { useCallback, useMemo, useState } from "react"
import type { MaskDocument } from "../../bitmap/MaskDocument.ts"
import type { PixelChanges } from "../../model/bitmap/changes.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { getLabel, labelIn } from "../../model/editor/EditorState.ts"
import type { Issue } from "../../model/issues/Issue.ts"
import { type Comparison, compareFrames } from "../../model/review/compare.ts"
import type { Review } from "../../session/review.ts"
import { useEditor } from "../useEditor.ts"
import { type MaskChanges, useMaskChanges } from "./useMaskChanges.ts"

/** Reads the last review. */
export interface ReviewSource {
  readonly sample: string
  readonly read: (sample: string, signal: AbortSignal) => Promise<Review | undefined>
}

export interface ReviewState {
  /** Undefined while it is read, and where nobody has reviewed the label. */
  readonly review: Review | undefined
  /** The comment of the reviewer about the version that they decided on. */
  readonly remarks: ReadonlyArray<Issue>
  /** Whether the reviewed version is shown beside the label. */
  readonly compares: boolean
  readonly toggle: () => void
  readonly comparison: Comparison | undefined
  /** The pixels that differ, where objects are areas of a bitmap. */
  readonly pixels: MaskChanges | undefined
  /** The points that differ, where objects are sets of them. */
  readonly points?: PixelChanges | undefined
}

export const useReview = (
  editor: Editor,
  source: ReviewSource,
  issues: ReadonlyArray<Issue>,
  mask?: MaskDocument,
): ReviewState => {
  const [compares, setCompares] = useState(false)
  const { data: review } = useQuery({
    queryKey: ["review", source.sample],
    queryFn: async ({ signal }) => (await source.read(source.sample, signal)) ?? null,
    // A sample that comes back was reviewed meanwhile.
    gcTime: 0,
    staleTime: 0,
  })
  const before = review?.attributes ?? undefined
  const state = useEditor(editor)
  const { frame, sensor, sensors } = state
  const label = getLabel(state)
  const comparison = useMemo(
    () =>
      compares && before !== undefined
        ? compareFrames(labelIn({ sensor, sensors }, before), label, frame)
        : undefined,
    [compares, before, label, frame, sensor, sensors],
  )
  const pixels = useMaskChanges(mask, compares ? before : undefined)
  const remarks = useMemo(
    () =>
      review == null
        ? []
        : issues.filter(
            ({ createdAt, createdBy, open }) => open && createdBy === review.by && createdAt >= review.since,
          ),
    [issues, review],
  )
  const hasBefore = before !== undefined
  const toggle = useCallback(() => {
    if (hasBefore) setCompares((now) => !now)
  }, [hasBefore])
  return { review: review ?? undefined, remarks, compares, toggle, comparison, pixels }
}
