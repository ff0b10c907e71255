/**
 * Gives the focus back to the element that had it before a component, such as a dialog, once the component is removed. A dialog that takes
 * the place of another one gives it back to the opener of the first.
 */
import { useLayoutEffect } from "react"

/** The opener of a dialog that was removed a moment ago. */
let last: Element | null = null

export const useFocusBack = (): void => {
  // Before the dialog takes the focus, which it does soon after it is laid out.
  useLayoutEffect(() => {
    const now = findFocused()
    const opener = isNowhere(now) ? last : now
    return () => {
      last = opener
      // What has the focus now is removed after this.
      setTimeout(() => {
        last = null
        if (isNowhere(findFocused()) && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      })
    }
  }, [])
}

const isNowhere = (element: Element | null): boolean => element === null || element === document.body

/** The element with the focus, also in a shadow tree. */
const findFocused = (): Element | null => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement
  return active
}
