/** The pointer on a stage: one press at a time, captured until its release, and a click is not a drag. */
import { type Point, subtractPoints } from "../geometry/point.ts"
import { locateWithin } from "./locateWithin.ts"
import { clickReach, type Drag, type Move, type StageInput } from "./StageInput.ts"
import { readZoom } from "./wheel.ts"

/** The time between two clicks of a double one, in milliseconds, where the browser does not count them. */
const doubleMillis = 500

/** The bits of `buttons` by the number of a button. */
const bits = [1, 4, 2, 8, 16] as const

interface Pressed {
  readonly drag: Drag
  readonly pointerId: number
  readonly button: number
  readonly from: Point
  readonly time: number
  moved: boolean
}

/** The place, the time and the number of the last click. */
interface Click {
  readonly at: Point
  readonly time: number
  readonly turn: number
}

const isNear = (a: Point, b: Point): boolean => Math.hypot(...subtractPoints(a, b)) < clickReach

export class Pointer {
  private pressed: Pressed | undefined
  private click: Click | undefined
  /** The browser's number of the click, which follows the time that the system is set to. */
  private count: number | undefined
  private readonly place: (event: MouseEvent) => Point

  constructor(
    private readonly element: HTMLElement | SVGElement,
    /** The input as it is now: a stage that is drawn anew has another one. */
    private readonly input: () => StageInput,
  ) {
    this.place = locateWithin(element)
  }

  /** Listens natively: React's wheel listener is passive and could not keep the page from scrolling. */
  listen(): () => void {
    const { element } = this
    const stop = new AbortController()
    const options = { signal: stop.signal }
    const space = watchSpace(element, () => this.input().usesSpace === true, options)
    const addListener = <Type extends "pointerdown" | "pointermove" | "pointerup" | "pointercancel">(
      type: Type,
      run: (event: PointerEvent) => void,
    ) => element.addEventListener(type, run as EventListener, options)
    addListener("pointerdown", (event) => this.handleDown(event, space()))
    addListener("pointermove", (event) => this.move(event))
    addListener("pointerup", (event) => this.handleUp(event))
    addListener("pointercancel", ({ pointerId }) => pointerId === this.pressed?.pointerId && this.cancel())
    element.addEventListener("pointerleave", () => this.input().leave?.(), options)
    element.addEventListener("mousedown", (event) => this.setCount(event as MouseEvent), options)
    const handleWheel = (event: WheelEvent) => {
      const { zoom } = this.input()
      if (zoom === undefined) return
      event.preventDefault()
      zoom(this.place(event), readZoom(event))
    }
    element.addEventListener("wheel", handleWheel as EventListener, { ...options, passive: false })
    return () => {
      stop.abort()
      this.input().leave?.()
      this.cancel()
    }
  }

  private handleDown(event: PointerEvent, space: boolean): void {
    const { target } = event
    if (this.pressed !== undefined || !(target instanceof Element)) return
    // A button over a stage, such as the pin of an issue, takes presses itself.
    if (target.closest("button") !== null) return
    const at = this.place(event)
    const { altKey: alt, button, ctrlKey: ctrl, pointerId, shiftKey: shift } = event
    const drag = this.input().press({ at, button, shift, alt, ctrl, space, target })
    if (drag === undefined) return
    this.count = undefined
    this.pressed = { drag, pointerId, button, from: at, time: event.timeStamp, moved: false }
    if (this.element.hasAttribute("tabindex")) this.element.focus({ preventScroll: true })
    this.element.setPointerCapture(pointerId)
    // The middle button would begin to scroll.
    if (button === 1) event.preventDefault()
  }

  private setCount(event: MouseEvent): void {
    if (this.pressed !== undefined) this.count = event.detail
  }

  private move(event: PointerEvent): void {
    const { pressed } = this
    if (pressed === undefined) {
      this.input().hover?.(this.place(event))
      return
    }
    if (event.pointerId !== pressed.pointerId) return
    // While another button is held, a browser reports the end of the first one as a move.
    if ((event.buttons & (bits[pressed.button] ?? 0)) === 0) this.handleUp(event)
    else pressed.drag.move?.(this.moveTo(event, pressed))
  }

  private handleUp(event: PointerEvent): void {
    const { pressed } = this
    if (pressed === undefined || event.pointerId !== pressed.pointerId) return
    const move = this.moveTo(event, pressed)
    this.pressed = undefined
    const { click } = this
    const isSame = !move.moved && click !== undefined && isNear(click.at, pressed.from)
    const isDouble =
      isSame && (this.count === undefined ? pressed.time - click.time < doubleMillis : this.count % 2 === 0)
    const turn = isSame ? click.turn + 1 : 0
    this.click = move.moved ? undefined : { at: pressed.from, time: event.timeStamp, turn }
    pressed.drag.release?.({ ...move, shift: event.shiftKey, isDouble, turn })
  }

  private cancel(): void {
    const { pressed } = this
    this.pressed = undefined
    pressed?.drag.cancel?.()
  }

  private moveTo(event: PointerEvent, pressed: Pressed): Move {
    const at = this.place(event)
    pressed.moved ||= !isNear(at, pressed.from)
    const events = event.type === "pointermove" ? event.getCoalescedEvents() : []
    return {
      at,
      passed: events.length === 0 ? [at] : events.map(this.place),
      by: subtractPoints(at, pressed.from),
      moved: pressed.moved,
    }
  }
}

/** Whether Space is down on an element: a press then moves the view, whatever the tool. */
const watchSpace = (
  element: HTMLElement | SVGElement,
  isUsed: () => boolean,
  options: AddEventListenerOptions,
): (() => boolean) => {
  let isDown = false
  const note = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.code !== "Space" || event.ctrlKey || event.metaKey) return
    if (!isUsed()) return
    isDown = event.type === "keydown"
    event.preventDefault()
  }
  element.addEventListener("keydown", note, options)
  element.addEventListener("keyup", note, options)
  element.addEventListener("blur", () => (isDown = false), options)
  return () => isDown
}
