/** The strokes of the tools on the bitmap of a frame: the worker paints them, and each is one edit of the label. */
import type { Editor } from "../../editor/Editor.ts"
import { getLabel, none } from "../../editor/EditorState.ts"
import { findNextArea, type NextArea, paintAreas } from "../../editor/edits/paint.ts"
import { findArea } from "../../editor/label/areas.ts"
import type { Point, Points } from "../../geometry/point.ts"
import type { ToolEvent } from "../../tools/Gesture.ts"
import type { AreaBrush } from "../../tools/paint/brush.ts"
import type { Tool } from "../../tools/tools.ts"
import type { MaskChannel } from "./MaskChannel.ts"
import type { Paint } from "./MaskEdit.ts"
import type { MaskState } from "./MaskState.ts"
import { canEraseNothing, makePaintRule } from "./paintRules.ts"

interface Target {
  readonly mask: {
    readonly editor: Editor
    readonly frame: number
    readonly brush: AreaBrush
    readonly state: MaskState
  }
  readonly channel: MaskChannel
  /** Begins a revision, in which some ids are painted. */
  readonly beginRevision: (...ids: ReadonlyArray<number | undefined>) => number
}

export class MaskStrokes {
  /** The object of the stroke that is going on; `undefined` in it erases. */
  private stroke: { readonly area: NextArea | undefined } | undefined

  constructor(private readonly target: Target) {}

  point(event: ToolEvent): void {
    const { readOnly, tool } = this.target.mask.editor.state
    if (event.kind === "press" && (tool === "edit" || readOnly)) return void this.pick(event.at, event.adds)
    // Keys press twice: to begin a stroke, and to end it.
    if (event.kind === "press" && this.stroke !== undefined) this.release(event.at)
    else if (event.kind === "press" && this.target.mask.state.status === "ready")
      this.press(event.at, tool, event.deletes)
    else if (event.kind === "move" && this.stroke !== undefined)
      this.target.channel.send({ kind: "extend", to: [event.at] })
    else if (event.kind === "release" && this.stroke !== undefined) this.release(event.at)
  }

  /** Fills a polygon. */
  fillArea(points: Points): void {
    const { editor } = this.target.mask
    if (this.target.mask.state.status !== "ready" || editor.state.readOnly) return
    const area = this.takeNextArea()
    const revision = this.target.beginRevision(area.id)
    this.target.channel.send({ kind: "polygon", points, paint: this.makePaint(area.id), revision })
    this.addStroke(area, revision)
  }

  cancel(): boolean {
    if (this.stroke === undefined) return false
    this.stroke = undefined
    this.target.channel.send({ kind: "cancel" })
    return true
  }

  /** Ends a stroke that something else in the bitmap has ended. */
  forget(): void {
    this.stroke = undefined
  }

  private press(at: Point, tool: Tool, erases: boolean): void {
    const area = tool === "eraser" || erases ? undefined : this.takeNextArea()
    if (area === undefined && canEraseNothing(this.target.mask.editor.state, this.target.mask.frame)) return
    const paint = this.makePaint(area?.id)
    if (tool === "fill") {
      const revision = this.target.beginRevision(area?.id)
      this.target.channel.send({ kind: "fill", at, paint, revision })
      this.addStroke(area, revision)
      return
    }
    this.stroke = { area }
    this.target.channel.send({ kind: "begin", at, width: this.target.mask.brush.state.width, paint })
  }

  private release(at: Point): void {
    const area = this.stroke?.area
    const revision = this.target.beginRevision(area?.id)
    this.target.channel.send({ kind: "extend", to: [at] })
    this.target.channel.send({ kind: "end", revision })
    this.addStroke(area, revision)
  }

  private addStroke(area: NextArea | undefined, revision: number): void {
    const { frame } = this.target.mask
    this.target.mask.editor.update((state, setting) => paintAreas(state, { area, frame, revision }, setting))
  }

  private makePaint(id: number | undefined): Paint {
    return makePaintRule(
      this.target.mask.editor.state,
      this.target.mask.frame,
      id,
      this.target.mask.brush.state.overwrites,
    )
  }

  private takeNextArea(): NextArea {
    const inBitmap = this.target.mask.state.status === "ready" ? this.target.mask.state.areas.keys() : []
    return findNextArea(
      this.target.mask.editor.state,
      this.target.mask.editor.setting,
      this.target.mask.frame,
      inBitmap,
    )
  }

  private async pick(at: Point, adds: boolean): Promise<void> {
    const id = await this.target.channel.request<"idAt">({ kind: "idAt", at }).catch(() => 0)
    const { selected } = this.target.mask.editor.state
    const area = findArea(getLabel(this.target.mask.editor.state), this.target.mask.frame, id)
    if (area === undefined) return this.target.mask.editor.select(adds ? selected : none)
    if (!adds) return this.target.mask.editor.select(new Set([area.key]))
    const others = [...selected].filter((key) => key !== area.key)
    this.target.mask.editor.select(new Set(selected.has(area.key) ? others : [...others, area.key]))
  }
}
