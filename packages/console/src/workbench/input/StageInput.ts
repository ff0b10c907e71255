/** The protocol between the pointer and a stage: a stage answers a press with a drag, which lives until the release. */
import type { Point } from "../geometry/point.ts"

/** A press on a stage, in pixels from its top left corner. */
export interface Press {
  readonly at: Point
  /** 0 is the main button, 1 the middle one, 2 the one of menus. */
  readonly button: number
  readonly shift: boolean
  readonly alt: boolean
  readonly ctrl: boolean
  /** Space is held, which moves the view whatever the tool is. */
  readonly space: boolean
  /** The element under the pointer, such as a handle that the stage has drawn. */
  readonly target: Element
}

export interface Move {
  readonly at: Point
  /** The places since the last move, of which `at` is the last: a pointer reports more of them than the screen has frames. */
  readonly passed: ReadonlyArray<Point>
  /** From the press to the last place, in pixels. */
  readonly by: Point
  /** The pointer was far enough from the place of the press to have meant a drag. */
  readonly moved: boolean
}

export interface Release extends Move {
  readonly shift: boolean
  /** The second one of two clicks on a place. */
  readonly isDouble: boolean
  /** The number of clicks on this place before: each one picks what lies behind. */
  readonly turn: number
}

/** The answer to a press. It ends with a release or with a cancel, and then hears nothing more. */
export interface Drag {
  readonly move?: (move: Move) => void
  readonly release?: (release: Release) => void
  readonly cancel?: () => void
}

export interface StageInput {
  /** Undefined where the stage does nothing with the press. */
  readonly press: (press: Press) => Drag | undefined
  /** The pointer moves while no press of the stage goes on. */
  readonly hover?: ((at: Point) => void) | undefined
  readonly leave?: (() => void) | undefined
  /** A factor above 1 comes nearer. Absent where the wheel scrolls the page. */
  readonly zoom?: ((at: Point, factor: number) => void) | undefined
  /** Space is a modifier of presses here, and does not reach the commands. */
  readonly usesSpace?: boolean | undefined
}

/** A pointer that stays within this many pixels has clicked. */
export const clickReach = 4
