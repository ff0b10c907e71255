/** Everything that an open label is in the editor: its history, and what is selected, hidden and locked. */
import type { Annotation } from "../document/annotation.ts"
import type { Point } from "../geometry/point.ts"
import { type History, started } from "../history/History.ts"
import type { JsonObject } from "../json/value.ts"
import { type Gesture, idle, type Tool } from "../tools/Gesture.ts"

/** A place of an image. */
export interface Pin {
  readonly at: Point
  readonly frame: number
}

export interface EditorState {
  readonly history: History<JsonObject>
  readonly frame: number
  readonly selected: ReadonlySet<string>
  readonly tool: Tool
  /** The category of the next shape. */
  readonly categoryId: number
  readonly gesture: Gesture
  readonly hidesOthers: boolean
  readonly locked: ReadonlySet<string>
  /** Objects that are not drawn. */
  readonly hidden: ReadonlySet<string>
  /** The place for an issue that was chosen on the canvas. */
  readonly pin: Pin | undefined
  readonly clipboard: ReadonlyArray<Annotation>
  /** Whether the label may not be edited. */
  readonly readOnly: boolean
}

/** A label as it is opened. */
export const opened = (label: JsonObject, categoryId: number, readOnly = false): EditorState => ({
  history: started(label),
  frame: 0,
  selected: none,
  tool: "edit",
  categoryId,
  gesture: idle,
  hidesOthers: false,
  locked: none,
  hidden: none,
  pin: undefined,
  clipboard: [],
  readOnly,
})

export const none: ReadonlySet<string> = new Set()

/** The label as it is now. */
export const labelOf = ({ history }: EditorState): JsonObject => history.present
