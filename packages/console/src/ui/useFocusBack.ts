/** Gives the focus back to the element that had it before a component, such as a dialog, once the component is removed. */
import { useEffect } from "react"

export const useFocusBack = (): void => {
  useEffect(() => {
    const before = focused()
    return () => {
      // What has the focus now is removed after this.
      setTimeout(() => {
        const now = focused()
        if ((now === null || now === document.body) && before instanceof HTMLElement)
          before.focus({ preventScroll: true })
      })
    }
  }, [])
}

/** The element with the focus, also in a shadow tree. */
const focused = (): Element | null => {
  let found = document.activeElement
  while (found?.shadowRoot?.activeElement != null) found = found.shadowRoot.activeElement
  return found
}
