/** The keys that a person chose, kept in this browser: a preset, and changes over it. */
import { Store } from "../../editor/Store.ts"
import { commandNames } from "../../model/keys/commands.ts"
import { type KeyChanges, makeKeymap, type PresetName, presets } from "../../model/keys/keymap.ts"

export interface KeyChoice {
  readonly preset: PresetName
  readonly changes: KeyChanges
}

const storageKey = "annotary.keys"
const first: KeyChoice = { preset: "annotary", changes: {} }

/** Reads a choice. What it does not know, such as a command of a later version, is passed over. */
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
  const members = new Map<string, unknown>(Object.entries(value))
  return Object.fromEntries(
    commandNames.flatMap((name) => {
      const keys = members.get(name)
      return Array.isArray(keys) ? [[name, keys.filter((key) => typeof key === "string")]] : []
    }),
  )
}

interface KeyboardLayout {
  readonly getLayoutMap: () => Promise<ReadonlyMap<string, string>>
}

/** The store of the choice: all that shows keys follows it. */
class KeyStore {
  readonly choice = new Store(readKeyChoice(readStored()))
  readonly keymap = new Store(makeKeymap(this.choice.state.preset, this.choice.state.changes))
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
    this.keymap.update((now) => new Map(now))
  }

  choose(choice: KeyChoice): void {
    this.choice.set(choice)
    this.keymap.set(makeKeymap(choice.preset, choice.changes))
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
