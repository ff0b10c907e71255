/** Selects by a press on a row, as in lists of files: Shift selects to here, Ctrl or Command adds and removes. */

export interface PressKeys {
  readonly isRange: boolean
  readonly isToggle: boolean
}

interface ListSelection {
  /** The keys of all rows. */
  readonly order: ReadonlyArray<string>
  readonly selected: ReadonlySet<string>
  /** The row that was pressed last without Shift. */
  readonly anchor: string | undefined
}

export const selectRow = (
  { anchor, order, selected }: ListSelection,
  key: string,
  { isRange, isToggle }: PressKeys,
): ReadonlySet<string> => {
  if (isRange) {
    // What was selected on the canvas begins a range too.
    const start = [anchor, ...[...selected].toReversed()].find(
      (one) => one !== undefined && selected.has(one) && order.includes(one),
    )
    const [from, to] = [order.indexOf(start ?? key), order.indexOf(key)].toSorted((a, b) => a - b)
    const range = order.slice(from, (to ?? 0) + 1)
    return new Set([...(isToggle ? selected : []), ...range])
  }
  if (!isToggle) return new Set([key])
  return new Set(selected.has(key) ? [...selected].filter((one) => one !== key) : [...selected, key])
}
