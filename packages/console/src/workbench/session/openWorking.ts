/** Opens a claimed sample: with its stored label or a draft of it, and the tools of the draft or of the sample before. */
import type { Editor } from "../editor/Editor.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { restoreView, type ViewState } from "../editor/viewState.ts"
import type { Draft } from "./drafts/Draft.ts"
import { openDraft } from "./drafts/draftLabel.ts"
import { labelToEdit, openEditor } from "./openEditor.ts"
import { hasVersion } from "./overlap.ts"
import { newWork, type SessionSetting, type Working } from "./phases.ts"
import { canRate, type Work } from "./work.ts"

/** The work without what edits it. */
export type WorkingLabel = Omit<Working, "editor" | "initial" | "masks" | "points">

interface ReadWorking {
  readonly working: Omit<WorkingLabel, "changes" | "comment">
  /** The label to edit. */
  readonly label: JsonObject
  /** The draft that the label is of. */
  readonly draft: Draft | undefined
}

/** Reads a claimed sample with the draft that was found for it. */
export const readWorking = (
  work: Work,
  found: Draft | undefined,
  { dataset, family, queue }: SessionSetting,
): ReadWorking => {
  const stored = labelToEdit(family, work.sample.attributes, work.label?.attributes ?? null)
  const { conflict, draft, restored } = openDraft(work, stored, found, canRate(dataset, queue))
  const edits = (found?.labels ?? []).filter(({ etag }) => hasVersion(work, etag ?? undefined))
  return {
    working: {
      kind: "working",
      // A label that got the frames it lacks is not edited by that: nothing of it is sent.
      work: work.label?.attributes == null ? work : { ...work, label: { ...work.label, attributes: stored } },
      expiresAt: work.expiresAt,
      ...newWork,
      dataset,
      draft: restored === undefined && edits.length === 0 ? "none" : "restored",
      edits,
      rating: restored === undefined ? undefined : draft?.rating,
      conflict,
    },
    label: restored ?? stored,
    draft: restored === undefined ? undefined : draft,
  }
}

/** The editor of a label. One that waits for the choice between it and a draft is read only. */
export const openWorkingEditor = (
  { conflict, dataset, work }: WorkingLabel,
  label: JsonObject,
  view: ViewState | undefined,
): Editor => {
  const editor = openEditor(dataset, work.sample.attributes, label, conflict !== undefined)
  // A draft lacks the objects that were deleted in it.
  const stored = work.label?.attributes
  if (stored != null) editor.state.usedIds.add(stored)
  if (view !== undefined) editor.update((state, setting) => restoreView(state, view, setting))
  return editor
}
