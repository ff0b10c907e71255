/** The editor of the work on the screen, with its bitmaps and points. One is open at a time. */
import { startHistory } from "../editor/History.ts"
import type { JsonObject } from "../editor/json/value.ts"
import { readTools, type ViewState, watchEdits } from "../editor/viewState.ts"
import { makeBitmapStorage, StoredBitmaps } from "./bitmaps.ts"
import { type Draft, listBitmaps } from "./drafts/Draft.ts"
import { unpackChoices } from "./drafts/draftChoices.ts"
import type { OpenPoints } from "./openEditor.ts"
import { openWorkingEditor, type WorkingLabel } from "./openWorking.ts"
import type { SessionPorts, SessionSetting, Working } from "./phases.ts"

/** The part of a draft that lies outside of its text. */
export type DraftParts = Pick<Draft, "bitmap" | "bitmaps" | "choices" | "points">

export class WorkEditor {
  /** The bitmaps of the open label that were stored. */
  stored: StoredBitmaps | undefined
  private openPoints: OpenPoints | undefined
  /** The tools of the sample before. */
  private tools: ViewState | undefined
  private stop: () => void = () => {}

  constructor(
    private readonly family: SessionSetting["family"],
    private readonly ports: Pick<SessionPorts, "loadPoints" | "openMasks" | "storeBitmap">,
    /** `differs`: the label, the tools or the list of objects are others than in the state before. */
    private readonly onEdit: (differs: boolean) => void,
  ) {}

  /** Loads what opens labels of this family. */
  async load(): Promise<void> {
    if (this.family.points) this.openPoints ??= await this.ports.loadPoints()
  }

  /** Opens a label in the place of the one before. `draft`: the one that the label is of, with what lies outside of its text. */
  open(working: WorkingLabel, label: JsonObject, draft: DraftParts | undefined, view = this.tools): Working {
    this.close()
    const editor = openWorkingEditor(working, label, view)
    const choices = unpackChoices(working.work, draft?.choices)
    editor.update((state) => ({ ...state, history: startHistory(label, choices) }))
    const initial = editor.state
    const stopWatching = watchEdits(editor, (differs) => {
      this.tools = readTools(editor.state)
      this.onEdit(differs)
    })
    const drafts = draft === undefined ? [] : listBitmaps(draft)
    const masks = this.family.bitmap ? this.ports.openMasks(editor, { label, drafts }) : undefined
    this.stored = masks && new StoredBitmaps(masks, makeBitmapStorage(this.ports.storeBitmap, working.work))
    const points = this.openPoints?.(editor, draft?.points)
    this.stop = () => {
      stopWatching()
      masks?.close()
      points?.close()
    }
    return { ...working, editor, initial, masks, points }
  }

  close(): void {
    this.stop()
    this.stop = () => {}
  }
}
