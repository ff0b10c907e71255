/** The pointer in the main view: a drag moves the camera, a press selects or makes, and neither does both. */
import { useEffect } from "react"
import type { Editor } from "../../model/editor/Editor.ts"
import { none } from "../../model/editor/EditorState.ts"
import { onGround } from "../model/groundAt.ts"
import { type Orbit, panned, rayThrough, turned, zoomed } from "../model/orbit.ts"
import { picked } from "../model/pick.ts"
import type { PickedBy } from "../shapes/view/ShapePen.ts"
import type { CloudView } from "./CloudView.ts"
import { addPlace, placeWhole } from "./making.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"

/** A pointer that moves less than this has pressed, in pixels. */
const threshold = 4
/** Two presses within this time are a double one, in milliseconds. */
const double = 350

interface Press {
  readonly x: number
  readonly y: number
  readonly orbit: Orbit
  readonly pans: boolean
  drags: boolean
}

/** Selects a shape at a pixel. False where there is none. */
type Pick = (at: readonly [number, number], adds: boolean, by: PickedBy) => boolean | undefined

export const usePointer = (
  element: React.RefObject<HTMLElement | null>,
  editor: Editor,
  view: CloudView,
  shown: React.RefObject<ReadonlyArray<ShownCuboid>>,
  /** Selects what is under a press, where objects are no cuboids. False where a cuboid may be. */
  pick?: Pick,
): void => {
  useEffect(() => {
    const target = element.current
    if (target === null) return
    const pointer = new MainPointer(target, editor, view, shown, pick)
    const stop = new AbortController()
    const options = { signal: stop.signal }
    target.addEventListener("pointerdown", pointer.down, options)
    target.addEventListener("pointermove", pointer.move, options)
    target.addEventListener("pointerup", pointer.up, options)
    target.addEventListener("pointercancel", pointer.cancel, options)
    target.addEventListener("contextmenu", (event) => event.preventDefault(), options)
    // React listens to wheels passively, and then the page would scroll too.
    target.addEventListener("wheel", pointer.wheel, { ...options, passive: false })
    return () => stop.abort()
  }, [element, editor, view, shown, pick])
}

class MainPointer {
  private press: Press | undefined
  private last = { at: 0, x: 0, y: 0, turn: 0 }

  constructor(
    private readonly target: HTMLElement,
    private readonly editor: Editor,
    private readonly view: CloudView,
    private readonly shown: React.RefObject<ReadonlyArray<ShownCuboid>>,
    private readonly pick: Pick | undefined,
  ) {}

  readonly down = (event: PointerEvent): void => {
    const orbit = this.view.orbit.get()
    if (orbit === undefined || this.press !== undefined) return
    this.target.focus({ preventScroll: true })
    this.target.setPointerCapture(event.pointerId)
    const { offsetX: x, offsetY: y } = event
    this.press = { x, y, orbit, pans: event.button !== 0 || event.shiftKey || event.ctrlKey, drags: false }
  }

  readonly move = (event: PointerEvent): void => {
    const { press } = this
    const { offsetX: x, offsetY: y } = event
    if (press === undefined) {
      this.hover(x, y)
      return
    }
    const [dx, dy] = [x - press.x, y - press.y]
    press.drags ||= Math.hypot(dx, dy) >= threshold
    if (!press.drags) return
    this.view.orbit.set(
      press.pans ? panned(press.orbit, dx, dy, this.view.size) : turned(press.orbit, dx, dy),
    )
  }

  readonly up = (event: PointerEvent): void => {
    const { press } = this
    this.press = undefined
    if (press === undefined || press.drags || event.button !== 0) return
    this.click(event)
  }

  readonly cancel = (): void => {
    if (this.press !== undefined) this.view.orbit.set(this.press.orbit)
    this.press = undefined
  }

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault()
    const orbit = this.view.orbit.get()
    if (orbit === undefined) return
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1
    const factor = Math.exp(Math.min(Math.max(event.deltaY * lines, -300), 300) * 0.0016)
    const ray = rayThrough(orbit, event.offsetX, event.offsetY, this.view.size)
    const towards = onGround(undefined, ray, orbit.target[2])
    // Near the horizon the ground is too far away to be meant.
    const isNear =
      towards !== undefined &&
      Math.hypot(towards[0] - orbit.target[0], towards[1] - orbit.target[1]) < orbit.distance * 3
    this.view.orbit.set(zoomed(orbit, factor, isNear ? towards : undefined))
  }

  private hover(x: number, y: number): void {
    const { making, orbit, size } = this.view
    const now = making.get()
    const from = orbit.get()
    if (now === undefined || from === undefined) return
    making.set({ ...now, hover: onGround(this.view.cloud, rayThrough(from, x, y, size), from.target[2]) })
  }

  private click({ offsetX: x, offsetY: y, shiftKey, timeStamp }: PointerEvent): void {
    const orbit = this.view.orbit.get()
    if (orbit === undefined) return
    if (this.view.making.get() === undefined && this.pick?.([x, y], shiftKey, "lines")) return
    const ray = rayThrough(orbit, x, y, this.view.size)
    const isSame = Math.hypot(x - this.last.x, y - this.last.y) < threshold
    const isDouble = isSame && timeStamp - this.last.at < double
    const turn = isSame ? this.last.turn + 1 : 0
    this.last = { at: timeStamp, x, y, turn }
    if (this.view.making.get() !== undefined) {
      const place = onGround(this.view.cloud, ray, orbit.target[2])
      if (place === undefined) return
      if (isDouble) placeWhole(this.editor, this.view, place)
      else addPlace(this.editor, this.view, place)
      return
    }
    const pickable = (this.shown.current ?? []).filter(
      ({ key, look }) => look !== "before" && !this.editor.state.locked.has(key),
    )
    const under = picked(ray, pickable)
    // Pressing the same place again selects what lies behind.
    const found = under[turn % Math.max(under.length, 1)]
    if (isDouble && found !== undefined) {
      this.view.lookAt([found.cuboid])
      return
    }
    if (found === undefined && this.pick?.([x, y], shiftKey, "areas")) return
    const others = shiftKey ? this.editor.state.selected : none
    // Cuboids of several sensors lie in one view. That of another one is edited where it was pressed.
    if (found?.sensor !== undefined && this.editor.state.sensor?.kind === "cloud")
      this.editor.chooseSensor(found.sensor)
    if (found !== undefined) this.editor.select(new Set([...others, found.key]))
    else if (!shiftKey) this.editor.select(none)
  }
}
