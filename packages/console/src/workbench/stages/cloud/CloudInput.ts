/** The pointer on a point cloud: a press goes to the tools; else a drag moves the camera, and a click selects. */
import type { Editor } from "../../editor/Editor.ts"
import { none } from "../../editor/EditorState.ts"
import type { Point } from "../../geometry/point.ts"
import { intersectGround } from "../../geometry/space/groundAt.ts"
import { computeRay, type Orbit, panOrbit, turnOrbit, zoomOrbit } from "../../geometry/space/orbit.ts"
import { pickCuboids } from "../../geometry/space/pick.ts"
import type { Drag, Press, Release, StageInput } from "../../input/StageInput.ts"
import type { PickedBy } from "../../tools/spaceShapes/ShapePen.ts"
import { pressTools, type Tool } from "../../tools/Tool.ts"
import type { CloudView } from "./CloudView.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"

/** Selects a shape at a pixel. False where there is none. */
export type Pick = (at: Point, adds: boolean, by: PickedBy) => boolean | undefined

interface CloudInputOptions {
  readonly editor: Editor
  readonly view: CloudView
  readonly shown: React.RefObject<ReadonlyArray<ShownCuboid>>
  readonly tools: ReadonlyArray<Tool>
  /** Selects what is under a click, where objects are not cuboids. False where a cuboid may be. */
  readonly pick: Pick | undefined
}

export class CloudInput implements StageInput {
  private toolPresses = false

  constructor(private readonly options: CloudInputOptions) {}

  get usesSpace(): boolean {
    return this.options.tools.some(({ press }) => press !== undefined)
  }

  readonly press = (press: Press): Drag | undefined => {
    const drag = press.button === 0 && !press.space ? pressTools(this.options.tools, press) : undefined
    return drag === undefined ? this.pressCamera(press) : this.keepView(drag)
  }

  readonly hover = (at: Point, isCamera = false): void => {
    for (const tool of this.options.tools) tool.hover?.(at, isCamera)
  }

  readonly leave = (): void => {
    for (const tool of this.options.tools) tool.leave?.()
  }

  readonly zoom = (at: Point, factor: number): void => {
    const { view } = this.options
    const orbit = view.orbit.state
    // Under a moving camera, a pixel would be another place than when the press of the tool began.
    if (orbit === undefined || this.toolPresses) return
    const towards = intersectGround(undefined, computeRay(orbit, ...at, view.size), orbit.target[2])
    // Near the horizon the ground is too far away to be meant.
    const isClose =
      towards !== undefined &&
      Math.hypot(towards[0] - orbit.target[0], towards[1] - orbit.target[1]) < orbit.distance * 3
    view.orbit.set(zoomOrbit(orbit, 1 / factor, isClose ? towards : undefined))
  }

  cancel(): void {
    this.leave()
    for (const tool of this.options.tools) tool.cancel()
  }

  /** Keeps the camera where it is until a press of the tool ends. */
  private keepView(drag: Drag): Drag {
    this.toolPresses = true
    const end = () => {
      this.toolPresses = false
    }
    return {
      ...drag,
      release: (release) => {
        end()
        drag.release?.(release)
      },
      cancel: () => {
        end()
        drag.cancel?.()
      },
    }
  }

  private pressCamera({ at, button, ctrl, shift }: Press): Drag | undefined {
    const { orbit: store } = this.options.view
    const orbit = store.state
    if (orbit === undefined) return undefined
    const pans = button !== 0 || shift || ctrl
    return {
      move: ({ at, by, moved }) => {
        this.hover(at, true)
        if (moved) store.set(this.moveCamera(orbit, by, pans))
      },
      release: (release) => {
        if (!release.moved && button === 0) this.click(at, orbit, release)
      },
      cancel: () => store.set(orbit),
    }
  }

  private moveCamera(orbit: Orbit, [dx, dy]: Point, pans: boolean): Orbit {
    return pans ? panOrbit(orbit, dx, dy, this.options.view.size) : turnOrbit(orbit, dx, dy)
  }

  private click(at: Point, orbit: Orbit, release: Release): void {
    const { editor, pick, shown, tools, view } = this.options
    const { isDouble, shift, turn } = release
    if (tools.some((tool) => tool.click?.(at, release))) return
    if (pick?.(at, shift, "lines")) return
    const ray = computeRay(orbit, ...at, view.size)
    const pickable = (shown.current ?? []).filter(
      ({ key, look }) => look !== "before" && !editor.state.locked.has(key),
    )
    const under = pickCuboids(ray, pickable)
    const cuboid = under[turn % Math.max(under.length, 1)]
    if (isDouble && cuboid !== undefined) view.lookAt([cuboid.cuboid])
    else if (cuboid !== undefined || !pick?.(at, shift, "areas")) this.select(cuboid, shift)
  }

  private select(cuboid: ShownCuboid | undefined, adds: boolean): void {
    const { editor } = this.options
    const others = adds ? editor.state.selected : none
    // Cuboids of several sensors lie in one view. That of another one is edited where it was pressed.
    if (cuboid?.sensor !== undefined && editor.state.sensor?.kind === "cloud")
      editor.chooseSensor(cuboid.sensor)
    if (cuboid !== undefined) editor.select(new Set([...others, cuboid.key]))
    else if (!adds) editor.select(none)
  }
}
