/** Shows one of the labels between which a reviewer decides. What was edited in the others is kept, and comes back with them. */
import type { Editor } from "../editor/Editor.ts"
import { type EditorState, getWholeLabel, none } from "../editor/EditorState.ts"
import { type History, startHistory } from "../editor/History.ts"
import { print } from "../editor/json/parse.ts"
import type { JsonObject } from "../editor/json/value.ts"
import type { Family } from "../editor/label/family.ts"
import { readView } from "../editor/viewState.ts"
import { idle } from "../tools/Gesture.ts"
import { packBitmaps } from "./bitmaps.ts"
import type { LabelDraft } from "./drafts/Draft.ts"
import { packChoices, unpackChoices } from "./drafts/draftChoices.ts"
import { readDraft } from "./drafts/draftLabel.ts"
import type { OpenWork } from "./OpenWork.ts"
import { labelToEdit } from "./openEditor.ts"
import { listChoices } from "./overlap.ts"
import { isEdited, isReady, type Working } from "./phases.ts"
import type { ClaimedLabel } from "./work.ts"

/** A label that was shown before: as it is stored, and its edits with their undo. */
interface ShownLabel {
  readonly label: ClaimedLabel
  readonly stored: JsonObject
  readonly history: History<JsonObject>
}

export class LabelChoice {
  /** By version. */
  private readonly shown = new WeakMap<Editor, Map<string, ShownLabel>>()

  constructor(
    private readonly family: Family,
    private readonly work: OpenWork,
  ) {}

  /** Shows the label with the letter, or the merged one. Nothing happens while work is sent, or where there is no such label. */
  async choose(letter: string): Promise<void> {
    const { working } = this.work
    if (working === undefined || !isReady(working)) return
    const { overlap } = working.work
    const chosen = overlap && listChoices(overlap).find((one) => one.letter === letter)
    if (chosen === undefined || chosen.label.version === working.work.label?.version) return
    // What failed was meant for the label that was on the screen.
    this.work.actions.drop()
    this.work.update({ error: undefined })
    // Bitmaps and points lie outside of the label, so that they are opened with an editor of their label.
    if (this.family.bitmap || this.family.points) await this.reopen(working, chosen.label)
    else this.swap(working, chosen.label)
    this.work.drafts.schedule()
  }

  /** Gives the editor another label. The view, the frame and the tools stay. */
  private swap(working: Working, chosen: ClaimedLabel): void {
    const { editor } = working
    const before = working.work.label
    const labels = this.shown.get(editor) ?? new Map<string, ShownLabel>()
    this.shown.set(editor, labels)
    if (before !== null)
      labels.set(before.version, {
        label: before,
        stored: before.attributes ?? working.initial.history.present,
        history: editor.state.history,
      })
    const edit = packText(working)
    const { label, stored, history } = labels.get(chosen.version) ?? this.read(working, chosen)
    const open = (state: EditorState): EditorState => {
      // The ids of one label may be those of other objects in the next one.
      state.usedIds.add(stored)
      return {
        ...state,
        history,
        selected: none,
        hidden: none,
        locked: none,
        gesture: idle,
        pendingCategory: undefined,
      }
    }
    this.work.update({
      work: { ...working.work, label },
      ...keepEdit(working, edit, chosen),
      initial: { ...open(editor.state), history: startHistory(stored) },
    })
    editor.update(open)
  }

  /** Opens an editor of another label, with its bitmaps and points. */
  private async reopen(working: Working, chosen: ClaimedLabel): Promise<void> {
    const { editor } = working
    const release = this.work.lock()
    const edit = await packEdit(working).catch((error: unknown) => {
      release()
      this.work.update({ error })
      return "failed" as const
    })
    const present = this.work.working
    if (edit === "failed" || present?.editor !== editor || present.lost !== undefined) return
    const { frame } = editor.state
    const { label, stored } = this.read(working, chosen)
    const draft = findEdit(working.edits, chosen)
    const restored = draft && readEdited(draft)
    const changes = keepEdit(working, edit, chosen)
    this.work.start(
      { ...present, ...changes, work: { ...present.work, label }, isSwitching: false },
      restored ?? stored,
      restored !== undefined || draft?.isUnedited === true ? draft : undefined,
      readView({ ...editor.state, readOnly: false, hidden: none, locked: none }),
    )
    this.work.working?.editor.show(frame)
  }

  /** The label as it is opened: as it is stored, or with the edits of a draft. */
  private read({ edits, work }: Working, chosen: ClaimedLabel): ShownLabel {
    const stored = labelToEdit(this.family, work.sample.attributes, chosen.attributes)
    const edit = findEdit(edits, chosen)
    return {
      label: { ...chosen, attributes: stored },
      stored,
      history: startHistory((edit && readEdited(edit)) ?? stored, unpackChoices(work, edit?.choices)),
    }
  }
}

const findEdit = (edits: Working["edits"], { version }: ClaimedLabel): LabelDraft | undefined =>
  edits.find(({ etag }) => etag === version)

/** The label of a draft; undefined where it is as it is stored, and where the draft cannot be continued. */
const readEdited = (draft: LabelDraft): JsonObject | undefined =>
  draft.isUnedited === true ? undefined : readDraft(draft)

type LabelEdit = Omit<LabelDraft, "etag">

/** The edits beside those of the chosen label. `edit`: that of the label that was shown before. They are stored soon. */
const keepEdit = (
  { edits, work }: Working,
  edit: LabelEdit | undefined,
  chosen: ClaimedLabel,
): Pick<Working, "draft" | "edits"> => {
  const version = work.label?.version ?? null
  const others = edits.filter(({ etag }) => etag !== version && etag !== chosen.version)
  return { edits: edit === undefined ? others : [...others, { etag: version, ...edit }], draft: "none" }
}

/** The text and the choices of the label on the screen; undefined where it is as it is stored and nobody has chosen a version. */
const packText = (working: Working): LabelEdit | undefined => {
  const { editor, work } = working
  const choices = packChoices(work, editor.state.history)
  const isUnedited = !isEdited(working)
  if (isUnedited && choices.choices === undefined) return undefined
  return { text: print(getWholeLabel(editor.state)), ...choices, ...(isUnedited ? { isUnedited } : {}) }
}

/** The label on the screen with its bitmaps and points. */
const packEdit = async (working: Working): Promise<LabelEdit | undefined> => {
  const packed = packText(working)
  if (packed === undefined || packed.isUnedited === true) return packed
  const { editor, masks, points } = working
  const packedPoints = points?.pack() ?? []
  const bitmaps = await packBitmaps(masks, getWholeLabel(editor.state))
  return {
    ...packed,
    ...(bitmaps.length === 0 ? {} : { bitmaps }),
    ...(packedPoints.length === 0 ? {} : { points: packedPoints }),
  }
}
