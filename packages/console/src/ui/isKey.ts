/** Keys that a field takes itself. */
import type { KeyboardEvent as ReactKeyboardEvent } from "react"

/** The code of keys that an input method takes. */
const composing = 229

/** Whether an input method takes a press. In Safari, the one that ends a composition comes after its end, and only its code says so. */
export const isComposing = (press: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  press.isComposing || press.keyCode === composing

/** Whether a press is a named key that no input method takes: Enter and Escape end its composition, and act with the next press. */
export const isKey = (
  {
    key,
    nativeEvent,
  }: Pick<ReactKeyboardEvent, "key"> & {
    readonly nativeEvent: Pick<KeyboardEvent, "isComposing" | "keyCode">
  },
  name: "Enter" | "Escape",
): boolean => key === name && !isComposing(nativeEvent)
