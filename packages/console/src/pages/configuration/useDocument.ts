/** The document that form and JSON are views of: its text, what was done to it, and the version it was made from. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { type History, pushState, redoStep, startHistory, undoStep } from "../../workbench/editor/History.ts"
import type { Version } from "./calls.ts"
import { type DraftName, dropDraft, readDraft, writeDraft } from "./drafts.ts"
import { arrangeJson, toReadable } from "./model/arranged.ts"

export interface OpenDocument {
  readonly text: string
  /** The version that the text was made from, in lines. */
  readonly base: Version
  /** Whether the text differs from the version that it was made from. */
  readonly isDirty: boolean
  /** Whether the browser keeps what is not saved. */
  readonly isKept: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Changes with the same `merge` in quick succession are undone as one. */
  readonly change: (text: string | ((text: string) => string), merge?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Takes another version as the one that the text was made from, and with `text` a new text, which can be undone. */
  readonly rebase: (base: Version, text?: string) => void
}

interface State {
  readonly base: Version
  readonly history: History<string>
}

/** A pause after which typing is another step of undo. */
const pauseMillis = 1_000

const arrangeVersion = ({ number, text }: Version): Version => ({ number, text: toReadable(text) })

/** Work of an earlier visit is an edit of the version that it was made from, so it can be undone. */
const openDocument = (name: DraftName, version: Version): State => {
  const draft = readDraft(name)
  const base = draft === undefined ? arrangeVersion(version) : draft.base
  const history = startHistory(base.text)
  return { base, history: draft === undefined ? history : pushState(history, "draft", draft.text) }
}

export const useDocument = (name: DraftName, version: Version): OpenDocument => {
  const [{ base, history }, setState] = useState(() => openDocument(name, version))
  const typing = useRef({ at: 0, run: 0 })
  const text = history.present
  // Spaces are no change: servers do not keep them.
  const isDirty = useMemo(() => arrangeJson(text) !== arrangeJson(base.text), [text, base])

  const [isKept, setKept] = useState(true)
  const { dataset, owner, user } = name
  useEffect(() => {
    const own = { dataset, owner, user }
    if (!isDirty) dropDraft(own)
    setKept(!isDirty || writeDraft(own, { base, text }))
  }, [dataset, owner, user, isDirty, base, text])

  const change = useCallback<OpenDocument["change"]>((next, merge) => {
    const now = Date.now()
    const { at, run } = typing.current
    typing.current = { at: now, run: now - at > pauseMillis ? run + 1 : run }
    const key = merge === undefined ? null : `${merge} ${typing.current.run}`
    setState((state) => {
      const changed = typeof next === "string" ? next : next(state.history.present)
      return { ...state, history: pushState(state.history, "edit", changed, key) }
    })
  }, [])
  const undo = useCallback(() => setState((state) => ({ ...state, history: undoStep(state.history) })), [])
  const redo = useCallback(() => setState((state) => ({ ...state, history: redoStep(state.history) })), [])
  const rebase = useCallback<OpenDocument["rebase"]>(
    (next, changed) =>
      setState((state) => ({
        base: arrangeVersion(next),
        history:
          changed === undefined ? state.history : pushState(state.history, "loaded", toReadable(changed)),
      })),
    [],
  )
  const [canUndo, canRedo] = [history.past !== null, history.future !== null]
  return useMemo(
    () => ({ text, base, isDirty, isKept, canUndo, canRedo, change, undo, redo, rebase }),
    [text, base, isDirty, isKept, canUndo, canRedo, change, undo, redo, rebase],
  )
}
