/**
 * The bitmap of a frame of an open label. It paints what the tools do, and keeps the bitmap at the revision that the
 * label names, so that undo and redo of the label are those of the bitmap too.
 */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import {
  formatStep,
  listPixelIds,
  makeCopies,
  pasteCopies,
  removeAreas,
  removeAreasIn,
} from "../../editor/edits/paint.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { readRevision } from "../../editor/label/areas.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { Observed } from "../../editor/Store.ts"
import type { Bounds } from "../../geometry/outline.ts"
import type { Points } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import type { ToolEvent } from "../../tools/Gesture.ts"
import type { AreaBrush } from "../../tools/paint/brush.ts"
import { MaskChannel } from "./MaskChannel.ts"
import { MaskComparison } from "./MaskComparison.ts"
import { checkSize, type MaskOrigin, type MaskPorts, type MaskState } from "./MaskState.ts"
import { MaskStrokes } from "./MaskStrokes.ts"
import { findPaintedOver, getPaintedId, listLockedPixels, listMergeable } from "./paintRules.ts"
import type { Areas, FromWorker } from "./protocol.ts"
import { makeShader } from "./shading.ts"
import type { PackedMask } from "./TileMask.ts"

interface PendingRevision {
  readonly ids: Set<number>
  /** The key of the step that what vanishes joins. */
  readonly step: string
}

export class MaskDocument extends Observed<MaskState> {
  private readonly channel: MaskChannel
  /** Compares the bitmap with that of an earlier version. */
  readonly comparison: MaskComparison
  private readonly stopEditor: () => void
  private readonly shade: () => void
  /** Paint of revisions that the worker has not reported yet. */
  private readonly pending = new Map<number, PendingRevision>()
  private image: Size | undefined
  /** The size of the empty bitmap that was opened where nothing is stored. */
  private empty: Size | undefined
  /** The revision at which the bitmap is, once the worker has finished all messages. */
  private revision: number
  private readonly root: number
  private readonly strokes: MaskStrokes
  /** Whether the bitmap is drawn on the page. */
  private isShown = false
  private needed: boolean
  /** Whether the worker has the bitmap, with its revisions. */
  private isOpened = false

  constructor(
    readonly editor: Editor,
    private readonly origin: MaskOrigin,
    private readonly ports: MaskPorts,
  ) {
    super({ status: "loading" })
    this.root = origin.draft?.revision ?? 0
    this.revision = this.root
    this.needed = origin.draft !== undefined
    this.channel = new MaskChannel(ports.openPort, (message) => this.receiveMessage(message))
    this.strokes = new MaskStrokes({
      mask: this,
      channel: this.channel,
      beginRevision: (...ids) => this.beginRevision(...ids),
    })
    this.comparison = new MaskComparison(this.channel, ports.load)
    this.shade = makeShader(editor, this.frame, (shading) => this.channel.send({ kind: "shade", shading }))
    this.stopEditor = editor.subscribe(() => this.follow())
    this.open()
  }

  get frame(): number {
    return this.origin.frame
  }

  get brush(): AreaBrush {
    return this.ports.brush
  }

  /** Whether the bitmap has revisions that undo and redo lead to, or somebody waits for it. */
  get isNeeded(): boolean {
    return this.needed
  }

  /** Loads the stored bitmap, again after a failure. */
  readonly open = (): void => {
    const { draft, url } = this.origin
    this.set({ status: "loading" })
    // After a fault the worker still has what was painted.
    if (this.isOpened) this.channel.send({ kind: "reopen", revision: this.revision })
    else if (draft !== undefined) this.channel.send({ kind: "open", source: { kind: "packed", ...draft } })
    else if (url !== undefined)
      this.ports.load(url).then(
        (file) => this.channel.send({ kind: "open", source: { kind: "png", file } }, [file]),
        (error: unknown) =>
          this.set({
            status: "failed",
            problem: "load",
            reason: error instanceof Error ? error.message : url,
          }),
      )
    else if (this.empty !== undefined)
      this.channel.send({ kind: "open", source: { kind: "empty", size: this.empty } })
  }

  /** Waits until the bitmap can be painted on. False where it cannot be. */
  waitUntilReady(): Promise<boolean> {
    this.needed = true
    return new Promise((resolve) => {
      const stop = this.subscribe(() => check())
      const check = () => {
        if (this.state.status === "loading") return
        stop()
        resolve(this.state.status === "ready")
      }
      check()
    })
  }

  /** Waits until the worker has reported a revision, and the label has changed by what vanished in it. */
  waitUntilPainted(revision: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => check())
      const check = () => {
        if (this.pending.has(revision) && this.state.status === "ready") return
        stop()
        resolve()
      }
      check()
    })
  }

  /** Whether nothing is stored, and the size of the image is unknown. */
  get isUnsized(): boolean {
    const { draft, url } = this.origin
    return draft === undefined && url === undefined && this.empty === undefined
  }

  /** Sets the size of the image. Without a stored bitmap, the bitmap gets its size. */
  setImage(size: Size): void {
    this.image = size
    this.openEmpty(size)
    if (this.state.status === "ready") this.set(checkSize(this.state, size))
  }

  /** Opens an empty bitmap where nothing is stored, and none is open. */
  openEmpty({ height, width }: Size): void {
    if (!this.isUnsized) return
    this.empty = { width, height }
    this.open()
  }

  /** Draws the bitmap on canvases of the page from now on, one for each block. */
  show(canvases: ReadonlyArray<HTMLCanvasElement>): void {
    const offscreen = canvases.map((canvas) => canvas.transferControlToOffscreen())
    this.channel.send({ kind: "show", canvases: offscreen }, offscreen)
    this.isShown = true
    this.shade()
  }

  /** Draws the bitmap no more. Until it is used again, it needs little memory. */
  pause(): void {
    this.cancel()
    this.isShown = false
    this.channel.send({ kind: "hide" })
  }

  point(event: ToolEvent): void {
    this.strokes.point(event)
  }

  /** Fills a polygon. */
  fillArea(points: Points): void {
    this.strokes.fillArea(points)
  }

  /** Takes the stroke back that is going on. False where there is none. */
  cancel(): boolean {
    return this.strokes.cancel()
  }

  /** Copies objects of another frame, with their pixels. Locked objects keep theirs. */
  pasteMask(annotations: ReadonlyArray<Annotation>, mask: PackedMask): void {
    const { editor, frame } = this
    if (this.state.status !== "ready" || editor.state.readOnly) return
    const { areas, ids } = makeCopies(editor.state, frame, annotations, this.state.areas.keys())
    if (areas.length === 0) return
    const revision = this.beginRevision(...ids.values())
    this.channel.send({
      kind: "stamp",
      mask,
      ids,
      over: {
        keeps: listLockedPixels(editor.state, frame),
        only: getPaintedId(this.brush.state.overwrites),
      },
      revision,
    })
    editor.update((state) => pasteCopies(state, { frame, revision, areas }))
  }

  /** Deletes objects from the frame, with their pixels. */
  deleteHere(keys: ReadonlySet<string>): void {
    const { editor, frame } = this
    if (this.state.status !== "ready" || editor.state.readOnly) return
    const revision = this.changeIds(listPixelIds(getLabel(editor.state), frame, keys), 0)
    editor.update((state) => removeAreas(state, "delete", { frame, keys, revision }))
  }

  /** Gives the pixels of some ids another one, and returns the revision of it. The label is for the caller to change. */
  changeIds(ids: ReadonlySet<number>, to: number): number {
    const revision = this.beginRevision()
    this.channel.send({ kind: "relabel", ids, to, revision })
    return revision
  }

  /** Reads the bitmap of another label. */
  async readMask(url: string): Promise<PackedMask> {
    return this.channel.request<"read">({ kind: "read", file: await this.ports.load(url) })
  }

  /**
   * Gives an object the pixels that it has in another bitmap, and returns the revision of it. Locked objects keep theirs. The label is for the
   * caller to change, in a step with the key that what vanishes joins.
   */
  takePixels(
    mask: PackedMask | undefined,
    { from, step, to }: { readonly from: number | undefined; readonly to: number; readonly step: string },
  ): number {
    const erased = this.changeIds(new Set([to]), 0)
    this.joinStep(erased, step)
    if (mask === undefined || from === undefined) return erased
    const { editor, frame } = this
    const revision = this.beginRevision(to)
    this.joinStep(revision, step)
    const over = { keeps: listLockedPixels(editor.state, frame), only: undefined }
    this.channel.send({ kind: "stamp", mask, ids: new Map([[from, to]]), over, revision })
    return revision
  }

  /** Makes one object of those that are selected in the frame: the one that was selected first. */
  mergeSelected(): void {
    const { editor, frame } = this
    const label = getLabel(editor.state)
    const [first, ...others] = listMergeable(editor.state, frame)
    if (first === undefined || others.length === 0 || this.state.status !== "ready") return
    const [to] = listPixelIds(label, frame, new Set([first]))
    if (to === undefined) return
    const keys = new Set(others)
    const revision = this.changeIds(listPixelIds(label, frame, keys), to)
    editor.update((state) => removeAreas(state, "merge", { frame, keys, revision }))
  }

  /** Whether the person can merge what is selected. */
  get merges(): boolean {
    return listMergeable(this.editor.state, this.frame).length > 1
  }

  /** The bitmap as it is now, for a draft. */
  pack(): Promise<PackedMask> {
    return this.channel.request<"pack">({ kind: "pack" })
  }

  /** The bitmap as it is now, as a file. Fails after a fault: the pixels may not be those that the label names. */
  makePng(): Promise<ArrayBuffer> {
    if (this.state.status === "failed") return Promise.reject(new Error(this.state.reason))
    return this.channel.request<"png">({ kind: "png" })
  }

  async findBounds(keys: ReadonlySet<string>): Promise<Bounds | undefined> {
    const ids = listPixelIds(getLabel(this.editor.state), this.frame, keys)
    const area = await this.channel.request<"where">({ kind: "where", ids })
    if (area === undefined) return undefined
    return { left: area.x, top: area.y, right: area.x + area.width, bottom: area.y + area.height }
  }

  close(): void {
    this.stopEditor()
    this.channel.close()
  }

  /** Begins a revision, in which some ids are painted. */
  private beginRevision(...ids: ReadonlyArray<number | undefined>): number {
    this.needed = true
    // What is edited during a stroke ends it in the worker too.
    this.strokes.forget()
    this.revision = this.ports.nextRevision()
    this.pending.set(this.revision, {
      ids: new Set(ids.filter((id) => id !== undefined)),
      step: formatStep(this.revision),
    })
    return this.revision
  }

  /** Lets what vanishes in a revision join the step with the key. */
  private joinStep(revision: number, step: string): void {
    const pending = this.pending.get(revision)
    if (pending !== undefined) this.pending.set(revision, { ...pending, step })
  }

  /** Goes to the revision that the label names, and colors the objects as the label says. */
  private follow(): void {
    const revision = readRevision(getLabel(this.editor.state), this.frame) ?? this.root
    if (revision !== this.revision) {
      this.revision = revision
      this.strokes.forget()
      const isFailed = this.isOpened && this.state.status === "failed"
      this.channel.send({ kind: isFailed ? "reopen" : "go", revision })
    }
    if (this.isShown) this.shade()
  }

  private receiveMessage(message: Exclude<FromWorker, { kind: "answer" | "failed" }>): void {
    if (message.kind === "painted") this.recordPainted(message.revision, message.areas)
    else if (message.kind === "refused") {
      this.strokes.forget()
      this.set({ status: "failed", problem: "file", reason: message.reason })
    } else {
      this.isOpened = true
      const ready = { status: "ready", size: message.size, areas: message.areas } as const
      this.set(this.image === undefined ? ready : checkSize(ready, this.image))
    }
  }

  /** Objects whose last pixel was painted over are gone, in the same step as the stroke that did it. */
  private recordPainted(revision: number, areas: Areas): void {
    if (this.state.status !== "ready") return
    const before = this.state.areas
    const painted = this.pending.get(revision)
    this.pending.delete(revision)
    this.set({ ...this.state, areas })
    const { frame } = this
    const label = getLabel(this.editor.state)
    if (painted === undefined) return
    const now = readRevision(label, frame)
    if (now !== revision) {
      // Something else was painted meanwhile: what vanishes does so in the step of that.
      const later = now === undefined ? undefined : this.pending.get(now)
      for (const id of [...before.keys(), ...painted.ids]) if (!areas.has(id)) later?.ids.add(id)
      return
    }
    const keys = findPaintedOver(listAnnotations(label, frame), { before, now: areas, painted: painted.ids })
    if (keys.size > 0)
      this.editor.update((state) => removeAreasIn(state, "erase", keys, [{ frame, revision }], painted.step))
  }
}
