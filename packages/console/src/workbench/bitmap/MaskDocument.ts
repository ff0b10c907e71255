/**
 * The bitmap of an open label. It paints what the tools do, and keeps the bitmap at the revision that the label
 * names, so that undo and redo of the label are those of the bitmap too.
 */
import type { Paint } from "../model/bitmap/MaskEdit.ts"
import type { PackedMask } from "../model/bitmap/TileMask.ts"
import { pixelIdOf, revisionOf } from "../model/document/areas.ts"
import { annotationsIn } from "../model/document/frames.ts"
import type { Editor } from "../model/editor/Editor.ts"
import { labelOf, none } from "../model/editor/EditorState.ts"
import { nextPixelId, painted, pixelIdsOf, withoutAreas } from "../model/editor/paint.ts"
import type { Surface } from "../model/editor/Surface.ts"
import type { Bounds } from "../model/geometry/outline.ts"
import type { Point, Points } from "../model/geometry/point.ts"
import type { Size } from "../model/geometry/viewport.ts"
import type { Tool, ToolEvent } from "../model/tools/Gesture.ts"
import type { BrushStore } from "./brush.ts"
import { MaskChannel, type OpenPort } from "./MaskChannel.ts"
import { MaskComparison } from "./MaskComparison.ts"
import type { Areas, FromWorker } from "./protocol.ts"
import { makeShader } from "./shading.ts"

/** The bitmap that a label was opened with. */
export interface MaskOrigin {
  /** The address of the stored file; undefined where nothing is painted yet. */
  readonly url: string | undefined
  /** The bitmap of a draft, with its revision. */
  readonly draft: { readonly revision: number; readonly mask: PackedMask } | undefined
}

/** What the document needs of the world. */
export interface MaskPorts {
  readonly openPort: OpenPort
  readonly load: (url: string) => Promise<ArrayBuffer>
  readonly brush: BrushStore
}

export type MaskState =
  | { readonly status: "loading" }
  | { readonly status: "ready"; readonly size: Size; readonly areas: Areas }
  | { readonly status: "failed"; readonly problem: "load" | "file"; readonly reason: string }
  /** The bitmap and the image have different sizes. */
  | { readonly status: "misfit"; readonly size: Size; readonly image: Size; readonly areas: Areas }

const painting: ReadonlySet<Tool> = new Set<Tool>(["edit", "brush", "eraser", "fill"])

export class MaskDocument implements Surface {
  private readonly listeners = new Set<() => void>()
  private readonly channel: MaskChannel
  /** Compares the bitmap with that of an earlier version. */
  readonly comparison: MaskComparison
  private readonly stopEditor: () => void
  private readonly shade: () => void
  /** The painted ids of revisions that the worker has not reported yet. */
  private readonly pending = new Map<number, number | undefined>()
  private state: MaskState = { status: "loading" }
  private image: Size | undefined
  /** The revision at which the bitmap is, once the worker has finished all messages. */
  private revision: number
  private readonly root: number
  private lastRevision: number
  /** The object of the stroke that is going on; `undefined` in it erases. */
  private stroke: { readonly id: number | undefined } | undefined

  constructor(
    readonly editor: Editor,
    private readonly origin: MaskOrigin,
    private readonly ports: MaskPorts,
  ) {
    this.root = origin.draft?.revision ?? 0
    this.revision = this.root
    this.lastRevision = this.root
    this.channel = new MaskChannel(ports.openPort, (message) => this.received(message))
    this.comparison = new MaskComparison(this.channel, ports.load)
    this.shade = makeShader(editor, (shading) => this.channel.send({ kind: "shade", shading }))
    this.stopEditor = editor.subscribe(() => this.follow())
    editor.surface = this
    this.open()
    this.shade()
  }

  get brush(): BrushStore {
    return this.ports.brush
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): MaskState => this.state

  /** Loads the stored bitmap, again after a failure. */
  readonly open = (): void => {
    const { draft, url } = this.origin
    this.set({ status: "loading" })
    if (draft !== undefined) this.channel.send({ kind: "open", source: { kind: "packed", ...draft } })
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
    else if (this.image !== undefined)
      this.channel.send({ kind: "open", source: { kind: "empty", size: this.image } })
  }

  /** Says how large the image is. Without a stored bitmap, the bitmap gets its size. */
  setImage(size: Size): void {
    const isFirst = this.image === undefined
    this.image = size
    if (isFirst && this.origin.url === undefined && this.origin.draft === undefined) this.open()
    if (this.state.status === "ready") this.set(fitting(this.state, size))
  }

  /** Draws the bitmap on canvases of the page from now on, one for each block. */
  show(canvases: ReadonlyArray<HTMLCanvasElement>): void {
    const offscreen = canvases.map((canvas) => canvas.transferControlToOffscreen())
    this.channel.send({ kind: "show", canvases: offscreen }, offscreen)
  }

  takes(tool: Tool): boolean {
    return painting.has(tool)
  }

  point(event: ToolEvent): void {
    const { readOnly, tool } = this.editor.state
    if (event.kind === "press" && (tool === "edit" || readOnly)) return void this.pick(event.at, event.adds)
    // Keys press twice: to begin a stroke, and to end it.
    if (event.kind === "press" && this.stroke !== undefined) this.release(event.at)
    else if (event.kind === "press" && this.state.status === "ready")
      this.press(event.at, tool, event.deletes)
    else if (event.kind === "move" && this.stroke !== undefined)
      this.channel.send({ kind: "extend", to: [event.at] })
    else if (event.kind === "release" && this.stroke !== undefined) this.release(event.at)
  }

  area(points: Points): void {
    const { editor } = this
    if (this.state.status !== "ready" || editor.state.readOnly) return
    const id = this.nextId()
    const revision = this.next(id)
    this.channel.send({ kind: "polygon", points, paint: this.paintOf(id), revision })
    editor.update((state, setting) => painted(state, { id, revision }, setting))
  }

  cancel(): boolean {
    if (this.stroke === undefined) return false
    this.stroke = undefined
    this.channel.send({ kind: "cancel" })
    return true
  }

  /** Deletes what is selected, with its pixels. */
  deleteSelected(): void {
    const keys = this.editable()
    if (keys.size > 0) this.relabel("delete", keys, pixelIdsOf(this.editor.state, keys), 0)
  }

  /** Makes one object of those that are selected: the one that was selected first. */
  mergeSelected(): void {
    const [first, ...others] = this.editable()
    if (first === undefined || others.length === 0) return
    const [to] = pixelIdsOf(this.editor.state, new Set([first]))
    if (to === undefined) return
    const keys = new Set(others)
    this.relabel("merge", keys, pixelIdsOf(this.editor.state, keys), to)
  }

  /** Whether the person can merge what is selected. */
  get merges(): boolean {
    return this.editable().size > 1
  }

  /** The bitmap as it is now, for a draft. */
  pack(): Promise<PackedMask> {
    return this.channel.request<"pack">({ kind: "pack" })
  }

  /** The bitmap as it is now, as a file. */
  png(): Promise<ArrayBuffer> {
    return this.channel.request<"png">({ kind: "png" })
  }

  async where(keys: ReadonlySet<string>): Promise<Bounds | undefined> {
    const ids = pixelIdsOf(this.editor.state, keys)
    const area = await this.channel.request<"where">({ kind: "where", ids })
    if (area === undefined) return undefined
    return { left: area.x, top: area.y, right: area.x + area.width, bottom: area.y + area.height }
  }

  close(): void {
    this.stopEditor()
    this.channel.close()
    if (this.editor.surface === this) this.editor.surface = undefined
  }

  private press(at: Point, tool: Tool, erases: boolean): void {
    const id = tool === "eraser" || erases ? undefined : this.nextId()
    const paint = this.paintOf(id)
    if (tool === "fill") {
      const revision = this.next(id)
      this.channel.send({ kind: "fill", at, paint, revision })
      this.editor.update((state, setting) => painted(state, { id, revision }, setting))
      return
    }
    this.stroke = { id }
    this.channel.send({ kind: "begin", at, width: this.brush.snapshot().width, paint })
  }

  private release(at: Point): void {
    const id = this.stroke?.id
    this.stroke = undefined
    const revision = this.next(id)
    this.channel.send({ kind: "extend", to: [at] })
    this.channel.send({ kind: "end", revision })
    this.editor.update((state, setting) => painted(state, { id, revision }, setting))
  }

  private relabel(
    name: "delete" | "merge",
    keys: ReadonlySet<string>,
    ids: ReadonlySet<number>,
    to: number,
  ): void {
    if (this.state.status !== "ready" || this.editor.state.readOnly) return
    const revision = this.next(undefined)
    this.channel.send({ kind: "relabel", ids, to, revision })
    this.editor.update((state) => withoutAreas(state, name, { keys, revision }))
  }

  /** What a tool paints: locked objects keep their pixels, and the eraser takes those of the selected object alone. */
  private paintOf(id: number | undefined): Paint {
    const { editor } = this
    const keeps = pixelIdsOf(editor.state, editor.state.locked)
    if (id !== undefined) return { id, keeps, only: this.brush.snapshot().overwrites ? undefined : 0 }
    const [only, ...others] = pixelIdsOf(editor.state, editor.state.selected)
    return { id: 0, keeps, only: others.length === 0 ? only : undefined }
  }

  private nextId(): number {
    const inBitmap = this.state.status === "ready" ? this.state.areas.keys() : []
    return nextPixelId(this.editor.state, this.editor.setting, inBitmap)
  }

  private next(id: number | undefined): number {
    this.lastRevision += 1
    this.revision = this.lastRevision
    this.pending.set(this.revision, id)
    return this.revision
  }

  private editable(): ReadonlySet<string> {
    const { locked, readOnly, selected } = this.editor.state
    return readOnly ? none : new Set([...selected].filter((key) => !locked.has(key)))
  }

  private async pick(at: Point, adds: boolean): Promise<void> {
    const id = await this.channel.request<"idAt">({ kind: "idAt", at }).catch(() => 0)
    const { selected } = this.editor.state
    const found = annotationsIn(labelOf(this.editor.state), 0).find((one) => pixelIdOf(one) === id)
    if (found === undefined) return this.editor.select(adds ? selected : none)
    if (!adds) return this.editor.select(new Set([found.key]))
    const others = [...selected].filter((key) => key !== found.key)
    this.editor.select(new Set(selected.has(found.key) ? others : [...others, found.key]))
  }

  /** Goes to the revision that the label names, and colors the objects as the label says. */
  private follow(): void {
    const revision = revisionOf(labelOf(this.editor.state)) ?? this.root
    if (revision !== this.revision) {
      this.revision = revision
      this.stroke = undefined
      this.channel.send({ kind: "go", revision })
    }
    this.shade()
  }

  private received(message: Exclude<FromWorker, { kind: "answer" | "failed" }>): void {
    if (message.kind === "painted") this.paintedTo(message.revision, message.areas)
    else if (message.kind === "refused")
      this.set({ status: "failed", problem: "file", reason: message.reason })
    else {
      const ready = { status: "ready", size: message.size, areas: message.areas } as const
      this.set(this.image === undefined ? ready : fitting(ready, this.image))
    }
  }

  /** Objects whose last pixel was painted over are gone, in the same step as the stroke that did it. */
  private paintedTo(revision: number, areas: Areas): void {
    if (this.state.status !== "ready") return
    const before = this.state.areas
    this.set({ ...this.state, areas })
    const label = labelOf(this.editor.state)
    const isEdit = this.pending.has(revision)
    const painted = this.pending.get(revision)
    this.pending.delete(revision)
    if (!isEdit || revision !== revisionOf(label)) return
    const gone = annotationsIn(label, 0).filter((one) => {
      const id = pixelIdOf(one)
      return id !== undefined && !areas.has(id) && (before.has(id) || id === painted)
    })
    const keys = new Set(gone.map(({ key }) => key))
    if (keys.size > 0) this.editor.update((state) => withoutAreas(state, "erase", { keys, revision }))
  }

  private set(state: MaskState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

const fitting = (state: Extract<MaskState, { status: "ready" }>, image: Size): MaskState =>
  state.size.width === image.width && state.size.height === image.height
    ? state
    : { ...state, status: "misfit", image }
