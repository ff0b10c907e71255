/** Whether a workbench may take the focus: nothing has it, or only a button that waits or cannot be pressed any more. */
export const isFocusFree = (element: Element): boolean => {
  const root = element.getRootNode()
  const { body } = document
  // A workbench in a shadow tree sees its own focus there; the page sees the element that holds the tree.
  const outer = document.activeElement
  const inner = root instanceof ShadowRoot ? root.activeElement : outer
  const holder = root instanceof ShadowRoot ? root.host : body
  const focused = inner ?? outer
  if (focused === null || focused === body || focused === holder) return true
  return focused.closest("[role=dialog]") === null && focused.matches("button:disabled, [data-loading]")
}
