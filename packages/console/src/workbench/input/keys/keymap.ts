/** Which key runs which command: the table of commands, a preset over it, and the person's changes over both. */
import type { CommandName } from "../../commands/commands.ts"
import type { CommandEntry } from "./Binding.ts"
import { type KeyScope, normalizeKey } from "./Binding.ts"
import { type KeyPress, readPress } from "./KeyPress.ts"

/** Keys by command. A command that is not named keeps the keys of the table. */
export type KeyChanges = { readonly [Name in CommandName]?: ReadonlyArray<string> }

/** The keys that people know from other tools. */
export const presets = {
  annotary: {},
  cvat: {
    submit: ["Mod+Enter"],
    box: ["n"],
    newArea: ["n"],
    nextWarning: ["w"],
    previousWarning: ["Shift+w"],
    previousFrame: ["d"],
    nextFrame: ["f"],
    previousFrames: ["c"],
    nextFrames: ["v"],
    copy: ["Mod+c"],
    paste: ["Mod+v"],
    play: ["Space"],
    frameLeft: ["ArrowLeft"],
    frameRight: ["ArrowRight"],
    frameLeftFar: ["Shift+ArrowLeft"],
    frameRightFar: ["Shift+ArrowRight"],
    cuboid: ["n"],
    ahead: ["Alt+KeyW"],
    back: ["Alt+KeyS"],
    toLeft: ["Alt+KeyA"],
    toRight: ["Alt+KeyD"],
    raise: ["Alt+KeyR"],
    lower: ["Alt+KeyF"],
    aheadFar: ["Alt+Shift+KeyW"],
    backFar: ["Alt+Shift+KeyS"],
    toLeftFar: ["Alt+Shift+KeyA"],
    toRightFar: ["Alt+Shift+KeyD"],
    raiseFar: ["Alt+Shift+KeyR"],
    lowerFar: ["Alt+Shift+KeyF"],
  },
  labelStudio: {
    submit: ["Mod+Enter"],
    skip: ["Mod+Space"],
    play: ["Alt+Space"],
    hideOthers: ["Mod+Alt+h"],
    deselect: ["Escape", "u"],
    copy: ["Mod+c"],
    paste: ["Mod+v"],
    previousFrame: ["Alt+ArrowLeft"],
    nextFrame: ["Alt+ArrowRight"],
    keyframe: ["Mod+Alt+k"],
    frameLeft: ["ArrowLeft"],
    frameRight: ["ArrowRight"],
    frameLeftFar: ["Shift+ArrowLeft"],
    frameRightFar: ["Shift+ArrowRight"],
    previousFrames: ["Alt+Shift+ArrowLeft"],
    nextFrames: ["Alt+Shift+ArrowRight"],
  },
} as const satisfies { readonly [name: string]: KeyChanges }

export type PresetName = keyof typeof presets

/** The keys of each command and where they act. */
export type Keymap = ReadonlyMap<CommandName, CommandEntry>

/** Commands with the keys of a preset and with changes. */
export const assignKeys = (
  table: { readonly [Name in CommandName]?: CommandEntry },
  preset: PresetName,
  changes: KeyChanges = {},
): Keymap => {
  const chosen: KeyChanges = { ...presets[preset], ...changes }
  // Object.keys gives up the type of the keys.
  const names = Object.keys(table) as ReadonlyArray<CommandName>
  return new Map(
    names.flatMap((name) => {
      const entry = table[name]
      const keys = (chosen[name] ?? entry?.keys ?? []).map(normalizeKey)
      if (entry === undefined) return []
      return [[name, { scope: entry.scope, keys, ...(entry.once && { once: entry.once }) }] as const]
    }),
  )
}

/** The keys of a command. */
export const getKeys = (keymap: Keymap, name: CommandName): ReadonlyArray<string> =>
  keymap.get(name)?.keys ?? []

/** The command that a press runs in the scopes that act, after the first of two keys where that was pressed. */
export const findCommand = (
  keymap: Keymap,
  press: KeyPress,
  scopes: ReadonlySet<KeyScope>,
  { first, isMac }: { readonly first?: string | undefined; readonly isMac?: boolean } = {},
): CommandName | undefined => {
  const { names, swap } = readPress(press, isMac)
  const find = (key: string) =>
    [...keymap].find(([, { keys, scope }]) => scopes.has(scope) && keys.includes(key))?.[0]
  for (const name of names) {
    const command = find(first === undefined ? name : `${first} ${name}`)
    if (command !== undefined) return command
  }
  return first === undefined && swap !== undefined && find(swap.position) !== undefined
    ? find(swap.name)
    : undefined
}

/** The first of two keys that a press is, where commands of the scopes have such. */
export const findFirstKey = (
  keymap: Keymap,
  press: KeyPress,
  scopes: ReadonlySet<KeyScope>,
): string | undefined =>
  readPress(press).names.find((key) =>
    [...keymap.values()].some(
      ({ keys, scope }) => scopes.has(scope) && keys.some((pair) => getFirstOfTwo(pair) === key),
    ),
  )

/** The first key of two that are pressed one after the other. */
export const getFirstOfTwo = (key: string): string | undefined => {
  const [first, second] = key.split(" ")
  return second === undefined ? undefined : first
}
