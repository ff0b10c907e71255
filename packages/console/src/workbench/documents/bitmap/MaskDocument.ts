/**
 * The bitmap of a frame of an open label. It paints what the tools do, and keeps the bitmap at the revision that the
 * label names, so that undo and redo of the label are those of the bitmap too.
 */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { listPixelIds, makeCopies, pasteCopies, removeAreas } from "../../editor/edits/paint.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { readRevision } from "../../editor/label/areas.ts"
import { Observed } from "../../editor/Store.ts"
import type { Bounds } from "../../geometry/outline.ts"
import type { Points } from "../../geometry/point.ts"
import type { Size } from "../../geometry/viewport.ts"
import type { ToolEvent } from "../../tools/Gesture.ts"
import type { AreaBrush } from "../../tools/paint/brush.ts"
import { MaskChannel, type Report } from "./MaskChannel.ts"
import { MaskComparison } from "./MaskComparison.ts"
import { MaskOpening } from "./MaskOpening.ts"
import { WorkerEnded } from "./MaskPort.ts"
import { checkSize, type MaskOrigin, type MaskPorts, type MaskState } from "./MaskState.ts"
import { MaskStrokes } from "./MaskStrokes.ts"
import { PendingRevisions } from "./PendingRevisions.ts"
import { getPaintedId, listLockedPixels, listMergeable } from "./paintRules.ts"
import type { Areas } from "./protocol.ts"
import { makeShader } from "./shading.ts"
import type { PackedMask } from "./TileMask.ts"

const lostState: MaskState = { status: "failed", problem: "lost", reason: "" }

export class MaskDocument extends Observed<MaskState> {
  private readonly channel: MaskChannel
  /** Compares the bitmap with that of an earlier version. */
  readonly comparison: MaskComparison
  private readonly stopEditor: () => void
  private shade: () => void
  private readonly pending: PendingRevisions
  private image: Size | undefined
  private readonly opening: MaskOpening
  /** The revision at which the bitmap is, once the worker has finished all messages. */
  private revision: number
  private readonly strokes: MaskStrokes
  /** Whether the bitmap is drawn on the page. */
  private isShown = false
  private needed: boolean

  constructor(
    readonly editor: Editor,
    private readonly origin: MaskOrigin,
    private readonly ports: MaskPorts,
  ) {
    super({ status: "loading" })
    this.pending = new PendingRevisions(editor, origin.frame)
    this.needed = origin.draft !== undefined
    this.channel = new MaskChannel(ports.openPort, origin.frame, (message) => this.receiveMessage(message))
    this.opening = new MaskOpening(origin, {
      channel: this.channel,
      load: ports.load,
      fail: (failure) => this.set({ status: "failed", ...failure }),
    })
    this.revision = this.opening.root
    this.strokes = new MaskStrokes({
      mask: this,
      channel: this.channel,
      beginRevision: (...ids) => this.beginRevision(...ids),
    })
    this.comparison = new MaskComparison(this.channel, ports.loadOther)
    this.shade = this.makeShader()
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

  /** Opens the bitmap, again after a failure. */
  readonly open = (): void => {
    this.set({ status: "loading" })
    if (!this.opening.isOpen) this.opening.open(this.revision)
    // After a fault the worker still has what was painted.
    else if (this.opening.has(this.revision)) this.channel.send({ kind: "reopen", revision: this.revision })
    else this.set(lostState)
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
    return this.opening.isUnsized
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
    this.opening.setEmpty({ width, height })
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
    return this.channel.request<"read">({ kind: "read", file: await this.ports.loadOther(url) })
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
    this.pending.joinStep(erased, step)
    if (mask === undefined || from === undefined) return erased
    const { editor, frame } = this
    const revision = this.beginRevision(to)
    this.pending.joinStep(revision, step)
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

  /** The bitmap as it is now, for a draft. Fails after a fault. */
  async pack(): Promise<PackedMask> {
    this.checkPixels()
    const { revision } = this
    const mask = await this.channel.request<"pack">({ kind: "pack" })
    this.opening.keepPacked(revision, mask)
    return mask
  }

  /** The bitmap as it is now, as a file. Fails after a fault. */
  async makePng(): Promise<ArrayBuffer> {
    this.checkPixels()
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

  private makeShader(): () => void {
    return makeShader(this.editor, this.frame, (shading) => this.channel.send({ kind: "shade", shading }))
  }

  /** Begins a revision, in which some ids are painted. */
  private beginRevision(...ids: ReadonlyArray<number | undefined>): number {
    this.needed = true
    // What is edited during a stroke ends it in the worker too.
    this.strokes.forget()
    this.revision = this.ports.nextRevision()
    this.opening.add(this.revision)
    this.pending.add(this.revision, ids)
    return this.revision
  }

  /** Throws after a fault: the pixels may not be those that the label names. */
  private checkPixels(): void {
    if (this.state.status !== "failed") return
    const { problem, reason } = this.state
    throw problem === "ended" || problem === "lost" ? new WorkerEnded(reason, this.frame) : new Error(reason)
  }

  /** Goes to the revision that the label names, and colors the objects as the label says. */
  private follow(): void {
    const revision = readRevision(getLabel(this.editor.state), this.frame) ?? this.opening.root
    if (revision !== this.revision) {
      this.revision = revision
      this.strokes.forget()
      if (this.state.status === "failed" || !this.opening.has(revision)) this.open()
      else this.channel.send({ kind: "go", revision })
    }
    if (this.isShown) this.shade()
  }

  private receiveMessage(message: Report): void {
    if (message.kind === "painted") this.recordPainted(message.revision, message.areas)
    else if (message.kind === "opened") this.recordOpened(message)
    else if (message.kind === "ended") this.reopen(message)
    else {
      this.strokes.forget()
      this.set({ status: "failed", problem: "file", reason: message.reason })
    }
  }

  private recordOpened({ areas, revision, size }: Extract<Report, { kind: "opened" }>): void {
    if (!this.opening.noteOpened(revision)) return
    // A worker that has started again has no colors.
    this.shade = this.makeShader()
    const ready = { status: "ready", size, areas } as const
    // A revision that began before the bitmap was open again has not reached the worker.
    if (!this.opening.has(this.revision)) this.set(lostState)
    else this.set(this.image === undefined ? ready : checkSize(ready, this.image))
  }

  /** After the worker has ended, the bitmap is opened again: once by itself, and then by whoever tries again. */
  private reopen({ isRepeated, reason }: Extract<Report, { kind: "ended" }>): void {
    this.strokes.forget()
    this.pending.clear()
    this.opening.forget()
    if (isRepeated) this.set({ status: "failed", problem: "ended", reason })
    else this.open()
  }

  private recordPainted(revision: number, areas: Areas): void {
    if (this.state.status !== "ready") return
    const before = this.state.areas
    const painted = this.pending.take(revision)
    this.set({ ...this.state, areas })
    if (painted !== undefined) this.pending.removeVanished(painted, before, areas)
  }
}
