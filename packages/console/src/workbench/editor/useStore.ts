/** Stores in React. */
import { useSyncExternalStore } from "react"
import type { Editor } from "./Editor.ts"
import type { EditorState } from "./EditorState.ts"
import type { Observed } from "./Store.ts"

type ReadableStore<Value> = Pick<Observed<Value>, "state" | "subscribe">

export const useStore = <Value>(store: ReadableStore<Value>): Value =>
  useSyncExternalStore(store.subscribe, () => store.state)

/** The value of a store that a component may lack; undefined without one. */
export const useOptionalStore = <Value>(store: ReadableStore<Value> | undefined): Value | undefined =>
  useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.state)

const subscribeToNothing = (): (() => void) => () => {}

export const useEditor = (editor: Editor): EditorState => useStore(editor)
