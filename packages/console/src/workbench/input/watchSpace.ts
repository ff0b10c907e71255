/** Whether Space is down on an element: a press then moves the view, whatever the tool. */
export const watchSpace = (
  element: HTMLElement | SVGElement,
  isUsed: () => boolean,
  options: AddEventListenerOptions,
): (() => boolean) => {
  let isDown = false
  const note = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.code !== "Space" || event.ctrlKey || event.metaKey) return
    if (!isUsed()) return
    isDown = event.type === "keydown"
    event.preventDefault()
  }
  element.addEventListener("keydown", note, options)
  element.addEventListener("keyup", note, options)
  element.addEventListener("blur", () => (isDown = false), options)
  return () => isDown
}
