/** Closes a dialog by Escape, if no other one lies over it. Each of Mantine's modals listens by itself, and all of them would close. */
import { useEffect, useRef } from "react"
import { isComposing } from "./isKey.ts"

/** The dialogs from the lowest to the highest. */
const dialogs: Array<object> = []

/** Events that have closed a dialog. The one below may be the highest before the same event reaches it. */
const used = new WeakSet<Event>()

export const useEscape = (closes: boolean, onClose: () => void): void => {
  const latest = useRef({ closes, onClose })
  useEffect(() => {
    latest.current = { closes, onClose }
  })
  useEffect(() => {
    const dialog = {}
    dialogs.push(dialog)
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isComposing(event) || dialogs.at(-1) !== dialog || used.has(event)) return
      // Such as the list of a field, which Escape closes first.
      const { target } = event
      if (target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true") return
      used.add(event)
      if (latest.current.closes) latest.current.onClose()
    }
    window.addEventListener("keydown", close, { capture: true })
    return () => {
      window.removeEventListener("keydown", close, { capture: true })
      dialogs.splice(dialogs.indexOf(dialog), 1)
    }
  }, [])
}
