/** The last review of the open label in React, and the comparison with the version that was reviewed. */
import { useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useMemo, useState } from "react"
import type { PixelChanges } from "../../documents/bitmap/changes.ts"
import type { MaskDocument } from "../../documents/bitmap/MaskDocument.ts"
import type { MaskState } from "../../documents/bitmap/MaskState.ts"
import type { ComparedVersion } from "../../documents/ComparedVersion.ts"
import type { Editor } from "../../editor/Editor.ts"
import { getLabel, labelIn } from "../../editor/EditorState.ts"
import { readBitmapUrl } from "../../editor/label/areas.ts"
import { useEditor, useOptionalStore } from "../../editor/useStore.ts"
import type { Review } from "../../session/review.ts"
import type { Issue } from "../issues/Issue.ts"
import { type Comparison, compareFrames } from "./compare.ts"

/** Reads the last review. */
export interface ReviewSource {
  readonly sample: string
  readonly read: (sample: string, signal: AbortSignal) => Promise<Review | undefined>
}

export interface ReviewState {
  /** Undefined while it is read, and where nobody has reviewed the label. */
  readonly review: Review | undefined
  readonly isLoading: boolean
  /** The comment of the reviewer about the version that they decided on. */
  readonly remarks: ReadonlyArray<Issue>
  /** Whether the reviewed version is shown beside the label. */
  readonly compares: boolean
  readonly toggle: () => void
  readonly comparison: Comparison | undefined
  /** The version with which pixels and points are compared: that of another person, else the reviewed one. */
  readonly version: ComparedVersion | undefined
  /** Whether that is the reviewed one. */
  readonly isOfReview: boolean
  /** The pixels that differ, where objects are areas of a bitmap. */
  readonly pixels: MaskChanges | undefined
  /** The points that differ, where objects are sets of them. */
  readonly points?: PixelChanges | undefined
}

/** `other`: a version with which pixels are compared in place of the reviewed one. */
export const useReview = (
  editor: Editor,
  source: ReviewSource,
  issues: ReadonlyArray<Issue>,
  mask?: MaskDocument,
  other?: ComparedVersion,
): ReviewState => {
  const [compares, setCompares] = useState(false)
  const { data: review, isPending } = useQuery({
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
  const reviewed = useMemo(
    () => (compares && before !== undefined ? { label: before } : undefined),
    [compares, before],
  )
  const version = other ?? reviewed
  const pixels = useMaskChanges(mask, version)
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
  return {
    review: review ?? undefined,
    isLoading: isPending,
    remarks,
    compares,
    toggle,
    comparison,
    version,
    isOfReview: version === reviewed,
    pixels,
  }
}

/** The pixels of a bitmap that differ from those of the reviewed version, counted anew after each edit. */
export type MaskChanges =
  | { readonly status: "counted"; readonly changes: PixelChanges }
  | { readonly status: "failed"; readonly reason: string }

/** Compares the bitmap with that of a version while there is one. Undefined without a bitmap, and until the pixels are counted. */
const useMaskChanges = (
  mask: MaskDocument | undefined,
  before: ComparedVersion | undefined,
): MaskChanges | undefined => {
  const state = useOptionalStore<MaskState>(mask)
  const areas = state?.status === "ready" ? state.areas : undefined
  const isReady = areas !== undefined
  const [found, setFound] = useState<{ readonly of: ComparedVersion; readonly changes: MaskChanges }>()
  useEffect(() => {
    if (mask === undefined || before === undefined || !isReady) return
    let isCurrent = true
    const set = (changes: MaskChanges) => {
      if (isCurrent) setFound({ of: before, changes })
    }
    mask.comparison.begin(readBitmapUrl(before.label, mask.frame), before.ids).then(
      (changes) => {
        if (changes !== undefined) set({ status: "counted", changes })
      },
      (error: unknown) => set({ status: "failed", reason: error instanceof Error ? error.message : "" }),
    )
    return () => {
      isCurrent = false
      mask.comparison.end()
      setFound(undefined)
    }
  }, [mask, before, isReady])
  const counted = found?.changes.status === "counted" ? found.of : undefined
  useEffect(() => {
    if (mask === undefined || areas === undefined || counted === undefined) return
    let isCurrent = true
    mask.comparison.count().then(
      (changes) => {
        if (isCurrent && changes !== undefined)
          setFound({ of: counted, changes: { status: "counted", changes } })
      },
      // The comparison has begun, so only a bitmap that is closed refuses to count.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [mask, areas, counted])
  return found !== undefined && found.of === before ? found.changes : undefined
}
