/** The store of an open label: the state, the commands that change it, and those who are notified. */
import type { Surface } from "../documents/Surface.ts"
import { findHits } from "../geometry/hit.ts"
import { type Point, roundPoint } from "../geometry/point.ts"
import { idle, type ToolEffect, type ToolEvent } from "../tools/Gesture.ts"
import { pickReach } from "../tools/select/stepEdit.ts"
import type { Tool } from "../tools/tools.ts"
import { stepTool } from "../tools/tools.ts"
import { type EditorState, getLabel, listPickable, none, openSensor } from "./EditorState.ts"
import { addShape, findPendingCategory, type Setting, setPoints, withValidSelection } from "./edits/edit.ts"
import { redoStep, undoStep } from "./History.ts"
import { countFrames, getFrame, isSequence, listAnnotations } from "./label/frames.ts"
import type { Sensor } from "./label/sensors.ts"
import { Observed } from "./Store.ts"
import { TakeQueue } from "./TakeQueue.ts"

export class Editor extends Observed<EditorState> {
  /** The surface that is painted on, if objects are areas of a bitmap or points of a cloud. */
  surface: Surface | undefined
  /** The versions of other labels that are being taken. */
  readonly takes = new TakeQueue()
  /** The last place of the pointer. */
  private pointer: Point | undefined

  constructor(
    state: EditorState,
    private common: Setting,
    /** The settings that differ between sensors, such as the attributes of their objects. */
    private own: ReadonlyMap<Sensor, Setting> = new Map(),
  ) {
    super(state)
  }

  /** The settings of the dataset for the work on the chosen sensor. */
  get setting(): Setting {
    const { sensor } = this.state
    return (sensor && this.own.get(sensor)) ?? this.common
  }

  /** Makes the label read-only, without the gesture that is going on. */
  lock(): void {
    this.surface?.cancel()
    this.update((state) => ({ ...state, readOnly: true, gesture: idle }))
  }

  /** Continues under another configuration of the dataset: the next shape gets a category that it has. */
  configure(common: Setting, own: ReadonlyMap<Sensor, Setting>): void {
    this.common = common
    this.own = own
    const { categories } = this.setting.configuration
    this.update((state) => {
      const isKnown = categories.some(({ id }) => id === state.categoryId)
      const categoryId = isKnown ? state.categoryId : (categories[0]?.id ?? 1)
      // What a proposed category would drop was found by the configuration before.
      return { ...state, categoryId, pendingCategory: undefined }
    })
  }

  /** Changes the state by a function of `edit.ts`. */
  update(change: (state: EditorState, setting: Setting) => EditorState): void {
    this.set(change(this.state, this.setting))
  }

  /** Takes back what is being drawn, and without a drawing the last edit of the label. */
  undo(): void {
    if (this.takeBack()) return
    this.update((state) =>
      state.readOnly
        ? state
        : withValidSelection(
            showChange(state, { ...state, history: undoStep(state.history), gesture: idle }),
          ),
    )
  }

  /** Makes the edit again that was undone last. A drawing that is going on would be lost by it. */
  redo(): void {
    this.update((state) =>
      state.readOnly || state.gesture.kind !== "idle"
        ? state
        : withValidSelection(
            showChange(state, { ...state, history: redoStep(state.history), gesture: idle }),
          ),
    )
  }

  /** Takes the last vertex of a path back, and ends other gestures without an edit. False where none is going on. */
  private takeBack(): boolean {
    if (this.surface?.cancel() === true) return true
    const { gesture } = this.state
    if (gesture.kind === "idle") return false
    this.update((state) =>
      gesture.kind === "path" && gesture.points.length > 1
        ? { ...state, gesture: { ...gesture, points: gesture.points.slice(0, -1) } }
        : { ...state, gesture: idle },
    )
    return true
  }

  choose(tool: Tool): void {
    this.update((state) => (state.readOnly && tool !== "pin" ? state : { ...state, tool, gesture: idle }))
  }

  /** Passes an event of the pointer to the tool. `scale` is pixels of the screen per pixel of the image. */
  point(event: ToolEvent, scale: number): void {
    if ("at" in event) this.pointer = event.at
    const canvas = this.surface?.canvas
    if (canvas?.canUse(this.state.tool)) {
      canvas.point(event)
      return
    }
    const { readOnly, selected, tool } = this.state
    const context = { selected, scale, readOnly, shapes: listPickable(this.state) }
    const { effect, gesture } = stepTool(tool, this.state.gesture, event, context)
    this.update((state, setting) => {
      const next = gesture === state.gesture ? state : { ...state, gesture }
      return effect === undefined || tool === "area" ? next : applyEffect(next, effect, setting)
    })
    if (tool === "area" && effect?.kind === "add") canvas?.fillArea(effect.shape.points)
  }

  /** Cancels the gesture; without one leaves the tool; without a tool deselects. */
  escape(): void {
    if (this.surface?.cancel()) return
    this.update((state) => {
      if (findPendingCategory(state) !== undefined) return { ...state, pendingCategory: undefined }
      if (state.gesture.kind !== "idle") return { ...state, gesture: idle }
      if (state.tool !== "edit") return { ...state, tool: "edit" }
      return state.selected.size === 0 ? state : { ...state, selected: none }
    })
  }

  select(keys: ReadonlySet<string>): void {
    this.update((state) => ({ ...state, selected: keys }))
  }

  /**
   * Selects the object below the selected one, where several lie under the pointer, around the end. False where the
   * selected one does not lie there with another.
   */
  selectBelow(scale: number): boolean {
    const { selected, tool } = this.state
    const at = this.pointer
    if (at === undefined || tool !== "edit" || this.surface !== undefined) return false
    const hits = findHits(listPickable(this.state), at, pickReach / scale)
    if (hits.length < 2 || !hits.some(({ key }) => selected.has(key))) return false
    this.point({ kind: "cycle", at }, scale)
    return true
  }

  /**
   * Selects the object after the selected one, in the order of the label or of the listed keys. Past the last one it deselects and
   * returns false.
   */
  selectNext(step: 1 | -1, keys: ReadonlyArray<string> = this.listKeys()): boolean {
    const { selected } = this.state
    const at = keys.indexOf([...selected].at(-1) ?? "")
    const next = at === -1 ? keys.at(step === 1 ? 0 : -1) : at + step < 0 ? undefined : keys[at + step]
    this.select(next === undefined ? none : new Set([next]))
    return next !== undefined
  }

  private listKeys(): ReadonlyArray<string> {
    return listAnnotations(getLabel(this.state), this.state.frame).map(({ key }) => key)
  }

  /** Chooses the sensor whose label is shown and edited. Nothing happens where its objects are none that can be edited. */
  chooseSensor(name: string): void {
    const sensor = this.state.sensors.find((one) => one.name === name)
    if (sensor?.edits === true) this.update((state) => openSensor(state, sensor))
  }

  /** Shows another frame. What is selected stays selected where the frame has it. */
  show(frame: number): void {
    this.update((state) => {
      const shown = Math.min(Math.max(frame, 0), countFrames(getLabel(state)) - 1)
      return shown === state.frame ? state : { ...state, frame: shown, gesture: idle }
    })
  }
}

/** The state with the first frame shown that differs from before, unless the shown one does, and with the sensor that does. */
const showChange = (before: EditorState, after: EditorState): EditorState => {
  const [chosen, ...others] = [after, ...after.sensors.map((sensor) => openSensor(after, sensor))]
  return (
    findShownChange(before, chosen) ??
    findFirst(others, (state) => findShownChange(keepSensor(before, state), state)) ??
    after
  )
}

const keepSensor = (state: EditorState, { sensor }: EditorState): EditorState =>
  sensor === undefined ? state : openSensor(state, sensor)

const findFirst = <Item, Found>(
  items: ReadonlyArray<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined => {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

/** Undefined where no frame differs. */
const findShownChange = (before: EditorState, after: EditorState): EditorState | undefined => {
  const [was, is] = [getLabel(before), getLabel(after)]
  const isDifferent = (frame: number) => getFrame(was, frame) !== getFrame(is, frame)
  if (!isSequence(is)) return was === is ? undefined : after
  if (isDifferent(after.frame)) return after
  const changed = Array.from({ length: countFrames(is) }, (_, frame) => frame).find(isDifferent)
  return changed === undefined ? undefined : { ...after, frame: changed }
}

const applyEffect = (state: EditorState, effect: ToolEffect, setting: Setting): EditorState => {
  switch (effect.kind) {
    case "add":
      return addShape(state, effect.shape, setting)
    case "points":
      return setPoints(state, effect.key, effect.points, setting)
    case "pin":
      return {
        ...state,
        pin: { at: roundPoint(effect.at), frame: state.frame, sensor: state.sensor?.name },
        tool: "edit",
      }
    case "select":
      return { ...state, selected: computeSelection(state.selected, effect) }
  }
}

const computeSelection = (
  selected: ReadonlySet<string>,
  { adds, key }: Extract<ToolEffect, { kind: "select" }>,
): ReadonlySet<string> => {
  if (key === undefined) return adds ? selected : none
  if (!adds) return new Set([key])
  return new Set(selected.has(key) ? [...selected].filter((one) => one !== key) : [...selected, key])
}
