/** The keys that a person chose, kept in this browser: a preset, and changes over it. */
import { useEffect } from "react"
import { Store } from "../../editor/Store.ts"
import { useStore } from "../../editor/useStore.ts"
import { type KeyChanges, type PresetName, presets } from "./keymap.ts"

export interface KeyChoice {
  readonly preset: PresetName
  readonly changes: KeyChanges
}

const storageKey = "annotary.keys"
const first: KeyChoice = { preset: "annotary", changes: {} }

/** Reads a choice. Commands of a later version are kept, and do nothing. */
export const readKeyChoice = (text: string | null): KeyChoice => {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    if (typeof value !== "object" || value === null) return first
    const preset = "preset" in value && isPreset(value.preset) ? value.preset : first.preset
    const changes = "changes" in value ? readChanges(value.changes) : {}
    return { preset, changes }
  } catch {
    return first
  }
}

const isPreset = (name: unknown): name is PresetName =>
  typeof name === "string" && Object.hasOwn(presets, name)

const readChanges = (value: unknown): KeyChanges => {
  if (typeof value !== "object" || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, keys]: [string, unknown]) =>
      Array.isArray(keys) ? [[name, keys.filter((key) => typeof key === "string")]] : [],
    ),
  )
}

interface KeyboardLayout {
  readonly getLayoutMap: () => Promise<ReadonlyMap<string, string>>
}

/** The store of the choice: all that shows keys follows it. */
class KeyStore {
  readonly choice = new Store(readKeyChoice(readStored()))
  /** The letters of this keyboard by position. Undefined until somebody shows keys. */
  layout: ReadonlyMap<string, string> | undefined

  /** Reads the letters of this keyboard, once. */
  async loadLayout(): Promise<void> {
    if (this.layout !== undefined) return
    this.layout = new Map()
    // Cast: the Keyboard Map API is not among the types of browsers, because only Chromium has it.
    const { keyboard } = navigator as Navigator & { readonly keyboard?: KeyboardLayout }
    try {
      this.layout = (await keyboard?.getLayoutMap()) ?? this.layout
    } catch {
      // A frame without the permission shows the letters of a US keyboard.
      return
    }
    // Every list of keys is drawn again.
    this.choice.update((now) => ({ ...now }))
  }

  choose(choice: KeyChoice): void {
    this.choice.set(choice)
    // A browser that keeps nothing still uses the keys until the page is left.
    try {
      localStorage.setItem(storageKey, JSON.stringify(choice))
    } catch {}
  }
}

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export const keyStore = new KeyStore()

export const useKeyChoice = (): KeyChoice => {
  useEffect(() => void keyStore.loadLayout(), [])
  return useStore(keyStore.choice)
}
