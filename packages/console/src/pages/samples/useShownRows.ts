/** The rows on the screen, and how they are selected. */
import { useCallback, useEffect, useRef } from "react"
import type { ListOptions } from "./calls.ts"
import type { Selection } from "./selection.ts"
import { type useLength, useRows } from "./useRows.ts"

interface ShownRange {
  /** The indexes of the first and the last row on the screen. */
  readonly first: number
  readonly last: number
  readonly reach: ReturnType<typeof useLength>["reach"]
}

export const useShownRows = (
  options: ListOptions,
  { first, last, reach }: ShownRange,
  selection: Selection | undefined,
) => {
  const rows = useRows(options, { first, last })
  const { isEnd, rows: reached } = rows.reached
  useEffect(() => {
    if (reached > 0) reach({ rows: reached, isEnd })
  }, [reached, isEnd, reach])
  const anchor = useRef(0)
  // Kept the same, so that a change beside them draws no row again.
  const latest = useRef({ rowAt: rows.rowAt, selection })
  useEffect(() => {
    latest.current = { rowAt: rows.rowAt, selection }
  })
  /** With Shift, all rows from the one before, as far as they are read. */
  const select = useCallback((index: number, on: boolean, isRange: boolean) => {
    const [from, to] = isRange
      ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      : [index, index]
    anchor.current = index
    const { rowAt, selection } = latest.current
    const uuids = Array.from({ length: to - from + 1 }, (_, at) => rowAt(from + at)?.uuid)
    selection?.set(
      uuids.filter((uuid) => uuid !== undefined),
      on,
    )
  }, [])
  return { rows, select }
}
