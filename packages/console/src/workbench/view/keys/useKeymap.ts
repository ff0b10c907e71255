/** The chosen keys in React. */
import { useSyncExternalStore } from "react"
import type { Keymap } from "../../model/keys/keymap.ts"
import { type KeyChoice, keyStore } from "./keptKeys.ts"

export const useKeymap = (): Keymap => useSyncExternalStore(keyStore.subscribe, keyStore.keys)

export const useKeyChoice = (): KeyChoice => useSyncExternalStore(keyStore.subscribe, keyStore.current)
