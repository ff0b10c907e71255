/** Keys that a field takes itself. */
import type { KeyboardEvent } from "react"

/** Whether a press is a named key that no input method takes: Enter and Escape end its composition, and act with the next press. */
export const isKey = ({ key, nativeEvent }: KeyboardEvent, name: "Enter" | "Escape"): boolean =>
  key === name && !nativeEvent.isComposing
