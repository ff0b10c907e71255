/** The live check of an editor in React, and the way from a warning to its place. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { Editor } from "../editor/Editor.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { pickNext } from "../geometry/hit.ts"
import type { Places } from "../stages/image/Places.ts"
import type { Finding } from "./Finding.ts"
import { type FindingFilter, filterFindings, unfiltered } from "./Finding.ts"
import { groupFindings } from "./groupFindings.ts"
import { type CheckState, type Checks, LiveCheck } from "./LiveCheck.ts"

export interface Warnings {
  /** Whether the person may check the label. */
  readonly allowed: boolean
  readonly state: CheckState
  readonly jump: (finding: Finding) => void
  /** Which of them are listed. */
  readonly filter: FindingFilter
  readonly setFilter: (filter: FindingFilter) => void
  /** Those that pass the filter. */
  readonly passing: ReadonlyArray<Finding>
  /** Jumps to the warning after the last one, among those that pass. */
  readonly step: (by: 1 | -1) => void
  /** Lets the server check. */
  readonly again: () => void
  /** Checks after a warning was dismissed or restored. */
  readonly dismissed: () => void
}

/** `first`: the warning to whose place the page leads when it is found first. */
export const useWarnings = (
  editor: Editor,
  places: Places,
  checks: Checks | undefined,
  first?: string,
): Warnings => {
  const live = useMemo(() => new LiveCheck(editor, checks ?? nothing), [editor, checks])
  useEffect(() => live.start(), [live])
  const state = useStore(live)
  const last = useRef<Finding>(undefined)
  const [filter, setFilter] = useState(unfiltered)
  const shown = useEditor(editor)
  const jump = useCallback(
    (finding: Finding) => {
      last.current = finding
      if (finding.sensor !== undefined) editor.chooseSensor(finding.sensor)
      if (finding.frame !== undefined) editor.show(finding.frame)
      editor.select(new Set(finding.keys))
      places.showObjects(finding.keys)
    },
    [editor, places],
  )
  const hasLed = useRef(false)
  useEffect(() => {
    const finding = state.findings.find(({ id }) => id === first)
    if (finding === undefined || hasLed.current) return
    hasLed.current = true
    jump(finding)
  }, [first, state.findings, jump])
  const step = useCallback(
    (by: 1 | -1) => {
      const { findings } = live.state
      // A jump changes what is shown and selected, so that the place filters the list alone.
      const open = groupFindings(
        filterFindings(findings, { ...filter, where: "everywhere" }, editor.state).filter(
          ({ dismissed }) => !dismissed,
        ),
      ).map(({ finding }) => finding)
      const next = pickNext(open, last.current, by)
      if (next !== undefined) jump(next)
    },
    [live, jump, editor, filter],
  )
  return {
    allowed: checks !== undefined,
    state,
    filter,
    setFilter,
    passing: useMemo(() => filterFindings(state.findings, filter, shown), [state.findings, filter, shown]),
    jump,
    step,
    again: live.again,
    dismissed: live.dismissed,
  }
}

const findNone = async () => []
const nothing: Checks = { delay: 0, live: findNone, server: findNone, dismissed: () => {}, close: () => {} }
