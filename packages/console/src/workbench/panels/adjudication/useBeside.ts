/** The label that is shown beside the one that is edited, in React. */
import { useCallback, useMemo, useState } from "react"
import { type EditorState, labelIn } from "../../editor/EditorState.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { listChoices } from "../../session/overlap.ts"
import type { Overlap, OverlapLabel } from "../../session/work.ts"
import type { Difference, Differences } from "./Difference.ts"

/** The objects of a label in the shown frame. */
export interface Beside {
  readonly letter: string
  readonly annotations: ReadonlyArray<Annotation>
  /** The object of the current difference. */
  readonly selected: ReadonlySet<string>
}

interface BesideState {
  /** The label that is shown beside the edited one, or compared with it, once somebody wants that. */
  readonly other: OverlapLabel | undefined
  /** Undefined while the label that is edited is shown alone. */
  readonly beside: Beside | undefined
  readonly toggleBeside: () => void
  /** Shows the next letter beside the label. */
  readonly nextBeside: () => void
}

interface Setting {
  readonly overlap: Overlap | undefined
  /** That of the edited label. */
  readonly letter: string | undefined
  readonly isPossible: boolean
  readonly current: Difference | undefined
  readonly agreed: Differences["agreed"] | undefined
}

const noKeys: ReadonlySet<string> = new Set()

export const useBeside = (
  { frame, sensor, sensors }: EditorState,
  { agreed, current, isPossible, letter, overlap }: Setting,
): BesideState => {
  const [isBeside, setBeside] = useState(false)
  const [wished, setWished] = useState<string>()
  const others = useMemo(
    () =>
      overlap === undefined
        ? []
        : listChoices(overlap).filter((one) => one.letter !== letter && one.label.attributes !== null),
    [overlap, letter],
  )
  const other = others.find((one) => one.letter === wished) ?? others[0]
  const shown = isBeside && isPossible ? other : undefined
  const beside = useMemo(() => {
    if (shown === undefined) return undefined
    const member = current?.members.find((one) => one.letter === shown.letter)
    const label = labelIn({ sensor, sensors }, shown.label.attributes ?? {})
    return {
      letter: shown.letter,
      annotations: listAnnotations(label, frame).filter(
        ({ key }) => agreed?.get(shown.letter)?.has(key) !== true,
      ),
      selected: member === undefined ? noKeys : new Set([member.key]),
    }
  }, [shown, current, agreed, frame, sensor, sensors])
  const toggleBeside = useCallback(() => setBeside((now) => !now), [])
  const nextBeside = useCallback(() => {
    setBeside(true)
    const isShown = !isPossible || shown !== undefined
    const next = other === undefined || !isShown ? 0 : others.indexOf(other) + 1
    setWished(others[next % Math.max(others.length, 1)]?.letter)
  }, [others, other, shown, isPossible])
  return { other, beside, toggleBeside, nextBeside }
}
