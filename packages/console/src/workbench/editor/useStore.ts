/** Stores in React. */
import { useSyncExternalStore } from "react"
import type { Editor } from "../model/editor/Editor.ts"
import type { EditorState } from "../model/editor/EditorState.ts"
import type { Observed } from "./Store.ts"

export const useStore = <Value>(store: Pick<Observed<Value>, "state" | "subscribe">): Value =>
  useSyncExternalStore(store.subscribe, () => store.state)

export const useEditor = (editor: Editor): EditorState => useStore(editor)
