/**
 * The bitmaps of an open label, one for each frame. The shown one is painted on; those beside it are loaded, and those
 * that were painted are kept for undo and redo.
 */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { listEditable } from "../../editor/edits/edit.ts"
import { listPixelIds, removeAreasIn } from "../../editor/edits/paint.ts"
import {
  listTakenFrames,
  type PlacedFrame,
  placeTaken,
  type TakenFrame,
  type TakenObject,
  TakeRefusal,
} from "../../editor/edits/takeObject.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import {
  findFreePixelId,
  findTrackPixelId,
  readBitmapUrl,
  readPixelId,
  readRevision,
  withRevision,
} from "../../editor/label/areas.ts"
import { countFrames, listAnnotationsOfKey } from "../../editor/label/frames.ts"
import type { Bounds } from "../../geometry/outline.ts"
import type { Points } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import type { FrameBitmap } from "../../session/drafts/Draft.ts"
import type { ToolEvent } from "../../tools/Gesture.ts"
import type { AreaBrush } from "../../tools/paint/brush.ts"
import type { Tool } from "../../tools/tools.ts"
import type { CanvasSurface, Surface } from "../Surface.ts"
import { keepFiles } from "./keepFiles.ts"
import { MaskClipboard } from "./MaskClipboard.ts"
import { MaskDocument } from "./MaskDocument.ts"
import type { MaskPorts } from "./MaskState.ts"
import type { PackedMask } from "./TileMask.ts"

/** The label as it was opened, with the bitmaps of a draft. */
export interface MasksOrigin {
  readonly label: JsonObject
  readonly drafts: ReadonlyArray<FrameBitmap>
}

const painting: ReadonlySet<Tool> = new Set<Tool>(["edit", "brush", "eraser", "fill"])

/** Why no pixels are taken into a bitmap that is not ready. */
const takeRefusals = { loading: "notLoaded", misfit: "size", failed: "unreadable" } as const

/** The number of unpainted bitmaps that are kept: those of the frames around the shown one. */
const maxDocuments = 8

export class Masks implements Surface, CanvasSurface {
  readonly canvas = this
  /** By frame, the one that was used last at the end. */
  private readonly documents = new Map<number, MaskDocument>()
  private readonly packs = new Map<
    number,
    { readonly revision: number; readonly mask: Promise<PackedMask> }
  >()
  private readonly ports: MaskPorts
  private readonly stopEditor: () => void
  private shownFrame: number
  /** The number of objects that were taken from other labels. */
  private takes = 0
  private readonly clipboard: MaskClipboard

  constructor(
    readonly editor: Editor,
    private readonly origin: MasksOrigin,
    ports: Pick<MaskPorts, "brush" | "load" | "openPort">,
  ) {
    let last = Math.max(0, ...origin.drafts.map(({ revision }) => revision))
    this.ports = {
      ...ports,
      loadOther: keepFiles(ports.load),
      nextRevision: () => {
        last += 1
        return last
      },
    }
    this.clipboard = new MaskClipboard(editor, (frame) => this.getDocument(frame))
    this.shownFrame = editor.state.frame
    this.stopEditor = editor.subscribe(() => this.follow())
    editor.surface = this
    // Those of a draft are nowhere else, and all of them are sent with the work.
    for (const { frame } of origin.drafts) this.getDocument(frame)
    this.prepare()
  }

  get brush(): AreaBrush {
    return this.ports.brush
  }

  /** The bitmap of the shown frame. */
  get shown(): MaskDocument {
    return this.getDocument(this.editor.state.frame)
  }

  /** Whether the person can merge what is selected. */
  get merges(): boolean {
    return this.shown.merges
  }

  /** The bitmap of a frame. It is loaded when it is asked for first. */
  getDocument(frame: number): MaskDocument {
    const openDocument = this.documents.get(frame)
    if (openDocument !== undefined) return openDocument
    const draft = this.origin.drafts.find((one) => one.frame === frame)
    const url = readBitmapUrl(this.origin.label, frame)
    const document = new MaskDocument(this.editor, { frame, url, draft }, this.ports)
    this.documents.set(frame, document)
    return document
  }

  canUse(tool: Tool): boolean {
    return painting.has(tool)
  }

  point(event: ToolEvent): void {
    this.shown.point(event)
  }

  fillArea(points: Points): void {
    this.shown.fillArea(points)
  }

  cancel(): boolean {
    return this.shown.cancel()
  }

  async findBounds(keys: ReadonlySet<string>): Promise<Bounds | undefined> {
    const { shown } = this
    // Somebody may show another frame before the bitmap is loaded.
    const isThere = (await shown.waitUntilReady()) && shown === this.shown
    return isThere ? shown.findBounds(keys) : undefined
  }

  mergeSelected(): void {
    this.shown.mergeSelected()
  }

  /**
   * Deletes what is selected from the frames for which `from <= frame <= to`, in one step. Where a bitmap cannot be read,
   * nothing is deleted, and its frame is shown.
   */
  async deleteIn(from: number, to: number): Promise<void> {
    const { editor } = this
    const keys = new Set(listEditable(editor.state))
    const frames = listFrames(this.label, keys).filter((frame) => frame >= from && frame <= to)
    if (frames.length === 0 || editor.state.readOnly) return
    const [frame] = frames
    if (frames.length === 1 && frame === editor.state.frame && this.hasBitmap(frame))
      return this.shown.deleteHere(keys)
    // The worker can end while the last bitmaps are read.
    const refused =
      (await this.findRefused(frames)) ??
      frames.find((one) => this.hasBitmap(one) && this.getDocument(one).state.status !== "ready")
    if (refused !== undefined) return editor.show(refused)
    if (editor.state.readOnly) return
    const label = this.label
    const edits = frames.map((frame) => {
      const ids = listPixelIds(label, frame, keys)
      const revision =
        this.hasBitmap(frame) && ids.size > 0 ? this.getDocument(frame).changeIds(ids, 0) : undefined
      return { frame, revision }
    })
    editor.update((state) => removeAreasIn(state, "delete", keys, edits))
  }

  /** Takes an object with its pixels from another label, in one step. Nothing is taken unless all of its bitmaps can be read, and have the same size. */
  async takeObject(taken: TakenObject, signal?: AbortSignal): Promise<void> {
    const { editor } = this
    const frames = listTakenFrames(editor.state, taken)
    const masks = new Map<number, PackedMask>()
    // One after the other: the pixels of each are in memory while it is read.
    for (const takenFrame of frames) {
      const mask = await this.readTaken(taken, takenFrame)
      if (mask !== undefined) masks.set(takenFrame.frame, mask)
    }
    if (editor.state.readOnly || signal?.aborted === true) return
    const present = new Map(listTakenFrames(editor.state, taken).map(({ frame, own }) => [frame, own]))
    for (const { frame, own } of frames)
      if (present.get(frame)?.id !== own?.id) throw new TakeRefusal("changed", frame)
    // The worker can end while the last bitmaps are read.
    for (const { frame } of frames) if (masks.has(frame) || this.hasBitmap(frame)) this.readSize(frame)
    this.takes += 1
    const step = `take ${this.takes}`
    const placed = this.placePixels(taken, masks, step)
    editor.update((state) =>
      placeTaken(state, taken, placed, {
        merge: step,
        withRevision: (label, frame, revision) => withRevision(label, { frame, revision }),
      }),
    )
    // Objects that were painted over are removed in the same step: what follows must not come between.
    await Promise.all(
      placed.map(({ frame, revision }) =>
        revision === undefined ? undefined : this.getDocument(frame).waitUntilPainted(revision),
      ),
    )
  }

  /** The bitmap of a frame in another label; undefined where that has none. Throws a `TakeRefusal` unless it fits the one here. */
  private async readTaken(taken: TakenObject, { frame, other }: TakenFrame): Promise<PackedMask | undefined> {
    const url = other === undefined ? undefined : readBitmapUrl(taken.label, frame)
    if (url === undefined && !this.hasBitmap(frame)) return undefined
    const document = this.getDocument(frame)
    if (document.isUnsized) throw new TakeRefusal("notLoaded", frame)
    const mask = url === undefined ? undefined : await document.readMask(url)
    await document.waitUntilReady()
    const { height, width } = this.readSize(frame)
    if (mask !== undefined && (mask.width !== width || mask.height !== height))
      throw new TakeRefusal("size", frame)
    return mask
  }

  /** The size of a bitmap that can be painted on. Throws a `TakeRefusal` for another one. */
  private readSize(frame: number): Size {
    const { state } = this.getDocument(frame)
    if (state.status !== "ready") throw new TakeRefusal(takeRefusals[state.status], frame)
    return state.size
  }

  /** Paints a taken object in all of its frames. */
  private placePixels(
    taken: TakenObject,
    masks: ReadonlyMap<number, PackedMask>,
    step: string,
  ): ReadonlyArray<PlacedFrame> {
    const { state } = this.editor
    let track: number | undefined
    return listTakenFrames(state, taken).map((one) => {
      const document = this.getDocument(one.frame)
      const painted = document.state.status === "ready" ? document.state.areas.keys() : []
      const added =
        track === undefined
          ? findFreePixelId(this.label, painted, state.usedIds)
          : findTrackPixelId(this.label, one.frame, { id: track, trackId: track }, painted, state.usedIds)
      const id = (one.own && readPixelId(one.own)) ?? added
      track ??= id
      const mask = masks.get(one.frame)
      const hasPixels = mask !== undefined || this.hasBitmap(one.frame)
      const from = one.other && readPixelId(one.other)
      return {
        ...one,
        id,
        revision: hasPixels ? document.takePixels(mask, { from, to: id, step }) : undefined,
      }
    })
  }

  /** Deletes what is selected from all frames. */
  deleteSelected(): Promise<void> {
    return this.deleteIn(0, countFrames(this.label) - 1)
  }

  /** Copies what is selected; without a selection, all objects of the frame. False where there are none. */
  copy(): boolean {
    return this.clipboard.copy()
  }

  /** Pastes into the shown frame. Objects continue their tracks. */
  paste(): Promise<void> {
    return this.clipboard.paste()
  }

  /** Copies what is selected, or all objects of the frame, into the next one, and shows it. */
  copyToNext(): Promise<void> {
    return this.clipboard.copyToNext()
  }

  /** The bitmap of a frame as it is now, for a draft. */
  pack(frame: number): Promise<PackedMask> {
    const revision = readRevision(this.label, frame)
    const pack = this.packs.get(frame)
    if (revision === undefined) return this.getDocument(frame).pack()
    if (pack?.revision === revision) return pack.mask
    const mask = this.getDocument(frame).pack()
    const packed = { revision, mask }
    this.packs.set(frame, packed)
    // The next draft tries again.
    mask.catch(() => this.packs.get(frame) === packed && this.packs.delete(frame))
    return mask
  }

  /** The bitmap of a frame as it is now, as a file. */
  makePng(frame: number): Promise<ArrayBuffer> {
    return this.getDocument(frame).makePng()
  }

  close(): void {
    this.stopEditor()
    for (const document of this.documents.values()) document.close()
    if (this.editor.surface === this) this.editor.surface = undefined
  }

  private get label(): JsonObject {
    return getLabel(this.editor.state)
  }

  /** Whether a frame has pixels. */
  private hasBitmap(frame: number): boolean {
    return readBitmapUrl(this.label, frame) !== undefined || readRevision(this.label, frame) !== undefined
  }

  private async findRefused(frames: ReadonlyArray<number>): Promise<number | undefined> {
    // One after the other: the pixels of each are in memory while it is read.
    for (const frame of frames)
      if (this.hasBitmap(frame) && !(await this.getDocument(frame).waitUntilReady())) return frame
    return undefined
  }

  private follow(): void {
    const { frame } = this.editor.state
    if (frame === this.shownFrame) return
    this.documents.get(this.shownFrame)?.cancel()
    this.shownFrame = frame
    this.prepare()
  }

  /** Loads the bitmap of the shown frame and of the next one, and forgets those of frames that were looked at long ago. */
  private prepare(): void {
    const frame = this.shownFrame
    for (const near of [frame + 1, frame]) {
      if (near >= countFrames(this.label)) continue
      const document = this.getDocument(near)
      this.documents.delete(near)
      this.documents.set(near, document)
    }
    const idle = [...this.documents.values()].filter((document) => !document.isNeeded)
    for (const document of idle.slice(0, Math.max(0, idle.length - maxDocuments))) {
      this.documents.delete(document.frame)
      document.close()
    }
  }
}

/** The frames that show one of some objects. */
const listFrames = (label: JsonObject, keys: ReadonlySet<string>): ReadonlyArray<number> => [
  ...new Set([...keys].flatMap((key) => [...listAnnotationsOfKey(label, key).keys()])),
]
