/** The choices of versions in React: what is decided, and the commands that choose for the current difference. */
import { type RefObject, useCallback, useMemo, useState } from "react"
import type { Editor } from "../../editor/Editor.ts"
import { useEditor } from "../../editor/useStore.ts"
import { mergedLetter } from "../../session/overlap.ts"
import type { Overlap } from "../../session/work.ts"
import type { Difference, Differences } from "./Difference.ts"
import type { Decision, DecisionContext } from "./decisions.ts"
import { listTakable } from "./listLetters.ts"
import type { Parts } from "./useParts.ts"

export interface Decisions {
  readonly context: DecisionContext | undefined
  /** The decided differences, by their ids. */
  readonly decisions: ReadonlyMap<string, Decision>
  /** The ids of the differences that the page cannot edit. */
  readonly fixed: ReadonlySet<string>
  /** Whether versions can be taken: while the label can be edited. */
  readonly canTake: boolean
  /** Why the last version could not be taken; undefined where it was. */
  readonly failure: unknown
  /** Takes the version of a letter for the current difference. False where there is none. */
  readonly take: (letter: string) => boolean
  /** Chooses the version that the label has for the current difference. */
  readonly keep: () => boolean
}

const noDecisions: ReadonlyMap<string, Decision> = new Map()
const noIds: ReadonlySet<string> = new Set()

interface Setting {
  readonly parts: Parts | undefined
  readonly overlap: Overlap | undefined
  readonly differences: Differences | undefined
  readonly letter: string | undefined
  readonly current: RefObject<Difference | undefined>
}

export const useDecisions = (
  editor: Editor,
  { current, differences, letter, overlap, parts }: Setting,
): Decisions => {
  const state = useEditor(editor)
  const isSegmented = editor.surface !== undefined
  const [failure, setFailure] = useState<unknown>()
  const context = useMemo(
    () =>
      overlap === undefined || differences === undefined || letter === undefined
        ? undefined
        : parts?.makeDecisionContext(overlap, differences, letter, isSegmented),
    [parts, overlap, differences, letter, isSegmented],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the state, the history and the sensors decide
  const decisions = useMemo(
    () => (context === undefined ? undefined : parts?.readDecisions(state, context)) ?? noDecisions,
    [parts, context, state.history, state.sensors],
  )
  const { sensors } = state
  const fixed = useMemo(
    () => (differences === undefined ? undefined : parts?.listFixed({ sensors }, differences.list)) ?? noIds,
    [parts, differences, sensors],
  )
  const isCompared = letter === mergedLetter || differences?.agreed.has(letter ?? "") === true
  const canTake = context !== undefined && isCompared && !state.readOnly
  const take = useCallback(
    (letter: string) => {
      const difference = current.current
      if (!canTake || parts === undefined || context === undefined || difference === undefined) return false
      if (fixed.has(difference.id) || !listTakable(difference).includes(letter)) return false
      setFailure(undefined)
      if (isSegmented) parts.takeSegmented(editor, context, difference, letter).catch(setFailure)
      else editor.update((state) => parts.takeVersion(state, context, difference, letter))
      return true
    },
    [parts, isSegmented, canTake, context, current, editor, fixed],
  )
  const keep = useCallback(() => {
    const difference = current.current
    if (!canTake || parts === undefined || context === undefined || difference === undefined) return false
    if (fixed.has(difference.id)) return false
    setFailure(undefined)
    if (isSegmented) parts.keepSegmented(editor, context, difference).catch(setFailure)
    else editor.update((state) => parts.keepVersion(state, context, difference))
    return true
  }, [parts, isSegmented, canTake, context, current, editor, fixed])
  return { context, decisions, fixed, canTake, failure, take, keep }
}
