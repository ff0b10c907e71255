/** Key events of keyboard layouts. */
import type { CDPSession } from "playwright-core"
import type { LayoutPress } from "../../unit/workbench/layouts.ts"

/** Sends the events of a key to the page, as the browser gets them from the system. */
export const sendKey = async (session: CDPSession, press: LayoutPress): Promise<void> => {
  const { altKey, code, ctrlKey, key, shiftKey } = press
  const modifiers = (altKey ? 1 : 0) + (ctrlKey ? 2 : 0) + (shiftKey ? 8 : 0)
  const text = key.length === 1 && !ctrlKey ? { text: key } : {}
  const down = key.length === 1 && !ctrlKey ? ("keyDown" as const) : ("rawKeyDown" as const)
  const windowsVirtualKeyCode = /^[a-z]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0
  await session.send("Input.dispatchKeyEvent", {
    type: down,
    ...{ modifiers, key, code, windowsVirtualKeyCode },
    ...text,
  })
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", modifiers, key, code })
}
