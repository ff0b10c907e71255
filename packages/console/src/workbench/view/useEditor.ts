/** The state of an editor in React. */
import { useSyncExternalStore } from "react"
import type { Editor } from "../model/editor/Editor.ts"
import type { EditorState } from "../model/editor/EditorState.ts"

export const useEditor = (editor: Editor): EditorState =>
  useSyncExternalStore(editor.subscribe, editor.snapshot)
