/** Copies of objects, with their pixels, in other frames. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { countFrames, listAnnotations } from "../../editor/label/frames.ts"
import type { MaskDocument } from "./MaskDocument.ts"
import type { PackedMask } from "./TileMask.ts"

/** Objects of a frame that were copied, with the pixels of that time. */
interface Copied {
  readonly frame: number
  readonly annotations: ReadonlyArray<Annotation>
  readonly mask: Promise<PackedMask>
}

export class MaskClipboard {
  private content: Copied | undefined
  /** Until when objects are pasted. A copy that follows waits: it has what was pasted before. */
  private pasting: Promise<void> = Promise.resolve()
  /** The frame that is shown after all copies into next frames that still wait. */
  private ahead: number | undefined

  constructor(
    private readonly editor: Editor,
    private readonly at: (frame: number) => MaskDocument,
  ) {}

  /** Copies what is selected; without a selection, all objects of the frame. False where there are none. */
  copy(): boolean {
    this.content = this.makeCopy(this.editor.state.frame) ?? this.content
    return this.content !== undefined
  }

  /** Pastes into the shown frame. Objects continue their tracks. */
  paste(): Promise<void> {
    const { content } = this
    const { frame } = this.editor.state
    // A copy of an area would lie on the pixels of its original.
    return content === undefined || content.frame === frame
      ? Promise.resolve()
      : this.runAfter(() => this.pasteInto(frame, content))
  }

  /** Copies what is selected, or all objects of the frame, into the next one, and shows it. */
  copyToNext(): Promise<void> {
    const { editor } = this
    const frame = this.ahead ?? editor.state.frame
    const next = frame + 1
    if (editor.state.readOnly || next >= countFrames(getLabel(editor.state))) return this.pasting
    this.ahead = next
    return this.runAfter(async () => {
      const isEmpty = this.listChosen(frame).length === 0
      const copied = this.makeCopy(frame)
      // A frame that is not ready says why, and stays: its objects would be missing in all frames after it.
      if (!isEmpty && copied === undefined) return
      // Whoever shows another frame meanwhile stays there.
      if (editor.state.frame === frame) editor.show(next)
      if (copied !== undefined) await this.pasteInto(next, copied)
    }).finally(() => {
      if (this.ahead === next) this.ahead = undefined
    })
  }

  private runAfter(paste: () => Promise<void>): Promise<void> {
    const pasted = this.pasting.then(paste)
    // A failure is reported to the caller of the copy. Those who wait go on.
    this.pasting = pasted.catch(() => {})
    return pasted
  }

  /** The objects of a frame that are selected; without a selection, all. */
  private listChosen(frame: number): ReadonlyArray<Annotation> {
    const { state } = this.editor
    const all = listAnnotations(getLabel(state), frame)
    return state.selected.size === 0 ? all : all.filter(({ key }) => state.selected.has(key))
  }

  private makeCopy(frame: number): Copied | undefined {
    const document = this.at(frame)
    const annotations = this.listChosen(frame)
    if (annotations.length === 0 || document.state.status !== "ready") return undefined
    return { frame, annotations, mask: document.pack() }
  }

  private async pasteInto(frame: number, { annotations, mask }: Copied): Promise<void> {
    const document = this.at(frame)
    const packed = await mask
    // The images of a sequence have one size, as a rule: the copy need not wait until that of the frame is loaded.
    document.openEmpty(packed)
    if (await document.waitUntilReady()) document.pasteMask(annotations, packed)
  }
}
