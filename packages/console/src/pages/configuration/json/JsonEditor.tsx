/** The document as JSON, with every fault and violation at its line and key. Loaded when it is first opened. */
import { type Diagnostic, setDiagnostics } from "@codemirror/lint"
import { EditorState } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import classes from "../configuration.module.css"
import type { Mark } from "../marks.ts"
import { makeExtensions } from "./setup.ts"

interface JsonEditorProps {
  readonly text: string
  readonly marks: ReadonlyArray<Mark>
  readonly readOnly: boolean
  /** The range to show, once per object. */
  readonly target: { readonly range: readonly [number, number] } | null
  readonly onChange: (text: string) => void
}

export const JsonEditor = ({ marks, onChange, readOnly, target, text }: JsonEditorProps) => {
  const { t } = useTranslation("configuration")
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef({ text, onChange })
  latest.current = { text, onChange }
  const label = t("json.label")

  useEffect(() => {
    if (host.current === null) return
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          ...makeExtensions({ label, readOnly, onChange: (changed) => latest.current.onChange(changed) }),
        ],
      }),
    })
    // What scrolls must be reachable by keys.
    editor.scrollDOM.tabIndex = 0
    editor.scrollDOM.setAttribute("role", "region")
    editor.scrollDOM.setAttribute("aria-label", label)
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [label, readOnly])

  useEffect(() => {
    const editor = view.current
    if (editor === null) return
    const shown = editor.state.doc.toString()
    if (shown !== text) editor.dispatch({ changes: findDifference(shown, text), userEvent: "load" })
    const diagnostics = marks.map(
      ({ from, message, severity, to }): Diagnostic => ({
        from: Math.min(from, text.length),
        to: Math.min(Math.max(to, from), text.length),
        severity,
        message,
      }),
    )
    editor.dispatch(setDiagnostics(editor.state, diagnostics))
  }, [text, marks])

  useEffect(() => {
    const editor = view.current
    if (editor === null || target === null) return
    const { length } = editor.state.doc
    const [from, to] = target.range
    editor.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      effects: EditorView.scrollIntoView(Math.min(from, length), { y: "center" }),
    })
    editor.focus()
  }, [target])

  return <div ref={host} className={classes.editor} />
}

/** The part in which two texts differ, so that the cursor stays where it is. */
const findDifference = (before: string, after: string) => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
