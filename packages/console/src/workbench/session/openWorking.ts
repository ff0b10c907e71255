/** Opens a claimed sample: with its stored label or a draft of it, and the tools of the draft or of the sample before. */
import type { Editor } from "../editor/Editor.ts"
import { print } from "../editor/json/parse.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { restoreView, type ViewState } from "../editor/viewState.ts"
import type { Draft } from "./drafts/Draft.ts"
import { openDraft } from "./drafts/draftLabel.ts"
import { labelToEdit, openEditor } from "./openEditor.ts"
import { hasVersion } from "./overlap.ts"
import { newWork, type SessionSetting, type Working } from "./phases.ts"
import { type ClaimedLabel, canRate, type Work } from "./work.ts"

/** The work without what edits it. */
export type WorkingLabel = Omit<Working, "editor" | "initial" | "masks" | "points">

interface ReadWorking {
  readonly working: Omit<WorkingLabel, "changes" | "comment">
  /** The label to edit. */
  readonly label: JsonObject
  /** The fields of the draft beside the text of its label; of an unedited one, the choices. */
  readonly draft: Pick<Draft, "bitmap" | "bitmaps" | "choices" | "points"> | undefined
}

/** Reads a claimed sample with the draft that was found for it. */
export const readWorking = (
  work: Work,
  found: Draft | undefined,
  { dataset, family, queue }: SessionSetting,
): ReadWorking => {
  const stored = labelToEdit(family, work.sample.attributes, work.label?.attributes ?? null)
  const opened = openDraft(work, stored, found, canRate(dataset, queue))
  const { conflict, draft } = opened
  const restored = isShownOnly(work, stored, opened) ? undefined : opened.restored
  const edits = (found?.labels ?? []).filter(({ etag }) => hasVersion(work, etag ?? undefined))
  return {
    working: {
      kind: "working",
      // A label that got the frames it lacks is not edited by that: nothing of it is sent.
      work: hasStored(work) ? { ...work, label: { ...work.label, attributes: stored } } : work,
      expiresAt: work.expiresAt,
      ...newWork,
      dataset,
      draft: restored === undefined && edits.length === 0 ? "none" : "restored",
      edits,
      rating: opened.restored === undefined ? undefined : draft?.rating,
      conflict,
    },
    label: restored ?? stored,
    draft: restored === undefined ? pickChoices(work, conflict === undefined ? found : undefined) : draft,
  }
}

/** The choices of a draft whose label is as it is stored: each kept the version that it has. */
const pickChoices = (work: Work, found: Draft | undefined): Pick<Draft, "choices"> =>
  found !== undefined && found.etag === (work.label?.version ?? null) ? { choices: found.choices } : {}

/** Of several labels, one that was skipped has no objects, as what it is edited from. */
const hasStored = (work: Work): work is Work & { readonly label: ClaimedLabel } =>
  work.label !== null && (work.label.attributes !== null || work.overlap !== undefined)

/** Whether the label of the draft, one of several, was on the screen without an edit. */
const isShownOnly = (
  { overlap }: Work,
  stored: JsonObject,
  { draft, restored }: Pick<ReturnType<typeof openDraft>, "draft" | "restored">,
): boolean =>
  overlap !== undefined &&
  restored !== undefined &&
  print(restored) === print(stored) &&
  draft?.bitmap === undefined &&
  draft?.bitmaps === undefined &&
  draft?.points === undefined

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
