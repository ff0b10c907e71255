/** Lists what the JSON editor consists of: CodeMirror with JSON, colors for both schemes, and the nonce of the page. */
import { defaultKeymap, indentWithTab } from "@codemirror/commands"
import { json } from "@codemirror/lang-json"
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language"
import { lintGutter, lintKeymap } from "@codemirror/lint"
import { EditorState, type Extension } from "@codemirror/state"
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view"
import { tags } from "@lezer/highlight"
import { readNonce } from "../../../api/base.ts"

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "light-dark(#0b4f8a, #8cc8ff)" },
  { tag: tags.string, color: "light-dark(#19602b, #a2dbad)" },
  { tag: tags.number, color: "light-dark(#8a3d00, #ffc08a)" },
  { tag: [tags.bool, tags.null], color: "light-dark(#6b2fa0, #d6b3ff)" },
])

/** Shows a character that cannot be seen by its code. */
const renderCode = (code: number): HTMLElement => {
  const shown = document.createElement("span")
  shown.className = "cm-hiddenCharacter"
  shown.textContent = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`
  return shown
}

const theme = EditorView.theme({
  "&": {
    color: "var(--mantine-color-text)",
    backgroundColor: "var(--mantine-color-body)",
    fontSize: "13px",
    height: "min(70dvh, 900px)",
  },
  "&.cm-focused": { outline: "2px solid var(--mantine-primary-color-filled)" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "20px" },
  ".cm-content": { caretColor: "var(--mantine-color-text)" },
  ".cm-hiddenCharacter": { padding: "0 3px", border: "1px solid currentcolor", borderRadius: "2px" },
  ".cm-cursor": { borderLeftColor: "var(--mantine-color-text)" },
  ".cm-gutters": {
    color: "var(--mantine-color-dimmed)",
    backgroundColor: "var(--mantine-color-body)",
    borderRight: "1px solid var(--mantine-color-default-border)",
  },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-6))",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "light-dark(#cfe3ff, #1c4a7d)",
  },
  ".cm-tooltip": {
    color: "var(--mantine-color-text)",
    backgroundColor: "var(--mantine-color-body)",
    border: "1px solid var(--mantine-color-default-border)",
  },
  ".cm-foldPlaceholder": {
    color: "var(--mantine-color-text)",
    backgroundColor: "light-dark(var(--mantine-color-gray-2), var(--mantine-color-dark-4))",
    border: "none",
  },
})

interface SetupOptions {
  readonly label: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
}

/** Undo is that of the document, which the form shares. */
export const makeExtensions = ({ label, onChange, readOnly }: SetupOptions): ReadonlyArray<Extension> => [
  EditorView.cspNonce.of(readNonce()),
  lineNumbers(),
  codeFolding(),
  foldGutter(),
  lintGutter(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  // Characters that turn the direction must not make a text look like another.
  highlightSpecialChars({ addSpecialChars: /[\u202a-\u202c\u2060-\u2065\u2068]/, render: renderCode }),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("  "),
  bracketMatching(),
  json(),
  syntaxHighlighting(colors),
  theme,
  // Escape, then Tab leaves the editor.
  keymap.of([...defaultKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of({ "aria-label": label }),
  EditorView.updateListener.of((update) => {
    const isOwn = update.transactions.some((one) => one.isUserEvent("load"))
    if (update.docChanged && !isOwn) onChange(update.state.doc.toString())
  }),
]
