/** Which key runs which command: the table of commands, a preset over it, and the person's changes over both. */
import { type KeyScope, normalKey } from "./Binding.ts"
import { type CommandName, commandNames, commands } from "./commands.ts"

/** Keys by command. A command that is not named keeps the keys of the table. */
export type KeyChanges = { readonly [Name in CommandName]?: ReadonlyArray<string> }

/** The keys that people know from other tools. */
export const presets = {
  annotary: {},
  cvat: {
    submit: ["Mod+Enter"],
    box: ["KeyN"],
    newArea: ["KeyN"],
    nextWarning: ["KeyW"],
    previousWarning: ["Shift+KeyW"],
    previousFrame: ["KeyD"],
    nextFrame: ["KeyF"],
    previousFrames: ["KeyC"],
    nextFrames: ["KeyV"],
    copy: ["Mod+KeyC"],
    paste: ["Mod+KeyV"],
    play: ["Space"],
    frameLeft: ["ArrowLeft"],
    frameRight: ["ArrowRight"],
    frameLeftFar: ["Shift+ArrowLeft"],
    frameRightFar: ["Shift+ArrowRight"],
    cuboid: ["KeyN"],
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
    hideOthers: ["Mod+Alt+KeyH"],
    deselect: ["Escape", "KeyU"],
    copy: ["Mod+KeyC"],
    paste: ["Mod+KeyV"],
    previousFrame: ["Alt+ArrowLeft"],
    nextFrame: ["Alt+ArrowRight"],
    keyframe: ["Mod+Alt+KeyK"],
    frameLeft: ["ArrowLeft"],
    frameRight: ["ArrowRight"],
    frameLeftFar: ["Shift+ArrowLeft"],
    frameRightFar: ["Shift+ArrowRight"],
    previousFrames: ["Alt+Shift+ArrowLeft"],
    nextFrames: ["Alt+Shift+ArrowRight"],
  },
} as const satisfies { readonly [name: string]: KeyChanges }

export type PresetName = keyof typeof presets

/** The keys of each command. */
export type Keymap = ReadonlyMap<CommandName, ReadonlyArray<string>>

/** The keymap of a preset with changes. */
export const keymapOf = (preset: PresetName, changes: KeyChanges = {}): Keymap => {
  const chosen: KeyChanges = { ...presets[preset], ...changes }
  return new Map(
    commandNames.map((name) => [name, (chosen[name] ?? commands[name].keys).map(normalKey)] as const),
  )
}

/** The keys of a command. */
export const keysOf = (keymap: Keymap, name: CommandName): ReadonlyArray<string> => keymap.get(name) ?? []

/** The command that a key runs in the scopes that act. */
export const commandFor = (
  keymap: Keymap,
  key: string,
  scopes: ReadonlySet<KeyScope>,
): CommandName | undefined =>
  commandNames.find((name) => scopes.has(commands[name].scope) && keysOf(keymap, name).includes(key))

export interface KeyConflict {
  readonly key: string
  readonly commands: ReadonlyArray<CommandName>
}

/** Keys that two commands have where both act. */
export const conflictsIn = (keymap: Keymap): ReadonlyArray<KeyConflict> => {
  const byKey = new Map<string, Array<CommandName>>()
  for (const name of commandNames) {
    const keys = keysOf(keymap, name)
    // The first key of two waits for the second one, so that nothing else may have it.
    for (const key of new Set([...keys, ...keys.flatMap((one) => firstOfTwo(one) ?? [])]))
      byKey.set(key, [...(byKey.get(key) ?? []), name])
  }
  return [...byKey].flatMap(([key, names]) => {
    const isWhole = (name: CommandName) => keysOf(keymap, name).includes(key)
    // Two pairs may begin with one key.
    const meeting = names.filter((name) =>
      names.some((other) => name !== other && (isWhole(name) || isWhole(other)) && meet(name, other)),
    )
    return meeting.length === 0 ? [] : [{ key, commands: meeting }]
  })
}

/** The first key of two that are pressed one after the other. */
export const firstOfTwo = (key: string): string | undefined => {
  const [first, second] = key.split(" ")
  return second === undefined ? undefined : first
}

const meet = (a: CommandName, b: CommandName): boolean => scopesMeet(commands[a].scope, commands[b].scope)

const ofPages: ReadonlySet<KeyScope> = new Set(["pages", "lists"])

/** Whether two scopes can act at once. Pages and the workbench never do, images and point clouds neither. */
const scopesMeet = (a: KeyScope, b: KeyScope): boolean => {
  if (a === b || a === "everywhere" || b === "everywhere") return true
  if (ofPages.has(a) || ofPages.has(b)) return ofPages.has(a) && ofPages.has(b)
  return !apart.some(([one, other]) => (a === one && b === other) || (a === other && b === one))
}

const apart: ReadonlyArray<readonly [KeyScope, KeyScope]> = [
  ...(["2d", "shapes", "bitmap", "stills"] as const).flatMap((one) => [
    [one, "cuboids"] as const,
    [one, "points"] as const,
    [one, "spaceShapes"] as const,
  ]),
  ["painting", "spaceShapes"],
  ["points", "spaceShapes"],
  ["painting", "shapes"],
  ["painting", "cuboids"],
  ["points", "cuboids"],
  ["2d", "3d"],
  ["shapes", "3d"],
  ["bitmap", "3d"],
  ["shapes", "bitmap"],
  ["stills", "3d"],
  ["stills", "frames"],
  // Nothing lies between two bitmaps or sets of points that could be computed.
  ...(["stills", "bitmap", "painting", "points"] as const).map((one) => [one, "keyframes"] as const),
]
