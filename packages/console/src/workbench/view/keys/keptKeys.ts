/** The keys that a person chose, kept in this browser: a preset, and changes over it. */
import { commandNames } from "../../model/keys/commands.ts"
import {
  type KeyChanges,
  type Keymap,
  makeKeymap,
  type PresetName,
  presets,
} from "../../model/keys/keymap.ts"

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
  private readonly listeners = new Set<() => void>()
  private choice: KeyChoice = readKeyChoice(readStored())
  private keymap: Keymap = makeKeymap(this.choice.preset, this.choice.changes)
  /** The letters of this keyboard by position. Undefined until somebody shows keys. */
  layout: ReadonlyMap<string, string> | undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.layout === undefined) void this.readLayout()
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): KeyChoice => this.choice
  readonly keys = (): Keymap => this.keymap

  private async readLayout(): Promise<void> {
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
    this.keymap = new Map(this.keymap)
    for (const listener of this.listeners) listener()
  }

  choose(choice: KeyChoice): void {
    this.choice = choice
    this.keymap = makeKeymap(choice.preset, choice.changes)
    // A browser that keeps nothing still uses the keys until the page is left.
    try {
      localStorage.setItem(storageKey, JSON.stringify(choice))
    } catch {}
    for (const listener of this.listeners) listener()
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
