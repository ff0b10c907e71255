/** Whether Space is down on an element: a press then moves the view, whatever the tool. */
export const heldSpace = (element: HTMLElement, options: AddEventListenerOptions): (() => boolean) => {
  let isDown = false
  const note = (event: KeyboardEvent) => {
    if (event.code !== "Space" || event.ctrlKey || event.metaKey) return
    isDown = event.type === "keydown"
    event.preventDefault()
  }
  element.addEventListener("keydown", note, options)
  element.addEventListener("keyup", note, options)
  element.addEventListener("blur", () => (isDown = false), options)
  return () => isDown
}
