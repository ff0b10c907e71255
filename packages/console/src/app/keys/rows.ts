/** The rows of the list of a page, by keys: the focus goes from the link or button of one row to that of the next. */

const listRows = (): ReadonlyArray<HTMLElement> => [
  ...document.querySelectorAll<HTMLElement>("main tbody tr, main [role=row][aria-rowindex]:has(a, button)"),
]

const findTarget = (row: HTMLElement): HTMLElement | null =>
  row.querySelector<HTMLElement>("a[href], button:not(:disabled)")

/** Moves the focus by rows; from outside of the list to its first row. False without rows. */
export const moveRow = (step: 1 | -1): boolean => {
  const all = listRows().filter((row) => findTarget(row) !== null)
  const at = all.findIndex((row) => row.contains(document.activeElement))
  const next = all[at === -1 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]
  if (next === undefined) return false
  findTarget(next)?.focus()
  next.scrollIntoView({ block: "nearest" })
  return true
}

/** Presses the link or button with the focus, if it lies in a row. */
export const openRow = (): boolean => {
  const focused = document.activeElement
  const isInRow = listRows().some((row) => row.contains(focused))
  if (!isInRow || !(focused instanceof HTMLElement) || !focused.matches("a[href], button")) return false
  focused.click()
  return true
}

/** Ticks the box of the row with the focus, or takes its tick away. False where rows cannot be selected. */
export const selectRow = (): boolean => {
  const row = listRows().find((one) => one.contains(document.activeElement))
  const box = row?.querySelector<HTMLInputElement>("input[type=checkbox]")
  if (box == null) return false
  box.click()
  return true
}

/** Moves the focus to the first field of the filters. False without filters. */
export const focusFilter = (): boolean => {
  const field = document.querySelector<HTMLElement>(
    "main [role=search] input, main [role=search] select, main input[type=search]",
  )
  if (field === null) return false
  field.focus()
  return true
}
