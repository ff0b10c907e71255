/** Keys that run two commands: the first of the table would run. */
import { type CommandName, commandNames, commands } from "../../commands/commands.ts"
import { type KeyScope, normalizePress, readParts } from "./Binding.ts"
import { isLetter, isSign, usSigns } from "./KeyPress.ts"
import { getFirstOfTwo, getKeys, type Keymap } from "./keymap.ts"

export interface KeyConflict {
  readonly key: string
  readonly commands: ReadonlyArray<CommandName>
}

/** Keys that two commands have where both act, as positions of a US keyboard. */
export const findConflicts = (keymap: Keymap): ReadonlyArray<KeyConflict> => {
  const byKey = new Map<string, Array<CommandName>>()
  for (const name of commandNames) {
    const keys = getKeys(keymap, name).map(toPositions)
    // The first key of two waits for the second one, so that nothing else may have it.
    for (const key of new Set([...keys, ...keys.flatMap((one) => getFirstOfTwo(one) ?? [])]))
      byKey.set(key, [...(byKey.get(key) ?? []), name])
  }
  return [...byKey].flatMap(([key, names]) => {
    const isWhole = (name: CommandName) => getKeys(keymap, name).map(toPositions).includes(key)
    // Two pairs may begin with one key.
    const meeting = names.filter((name) =>
      names.some((other) => name !== other && (isWhole(name) || isWhole(other)) && canMeet(name, other)),
    )
    return meeting.length === 0 ? [] : [{ key, commands: meeting }]
  })
}

/** Whether two commands can act at once. */
export const canMeet = (a: CommandName, b: CommandName): boolean =>
  isSameScope(commands[a].scope, commands[b].scope)

const ofPages: ReadonlySet<KeyScope> = new Set(["pages", "lists"])

/** Whether two scopes can act at once. Pages and the workbench never do, images and point clouds neither. */
const isSameScope = (a: KeyScope, b: KeyScope): boolean => {
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
  ["labels", "audit"],
  ["2d", "3d"],
  ["shapes", "3d"],
  ["bitmap", "3d"],
  ["shapes", "bitmap"],
  ["stills", "3d"],
  ["stills", "frames"],
  // Nothing lies between two bitmaps or sets of points that could be computed.
  ...(["stills", "bitmap", "painting", "points"] as const).map((one) => [one, "keyframes"] as const),
]

/** The position where a US keyboard types a letter or a sign, with Shift where it needs that. */
export const findUsPosition = (key: string): string => {
  if (isLetter(key)) return `Key${key.toUpperCase()}`
  const sign = Object.entries(usSigns).find(([, signs]) => signs.includes(key))
  return sign === undefined || !isSign(key) ? key : `${sign[1].startsWith(key) ? "" : "Shift+"}${sign[0]}`
}

/** The positions that a key has on a US keyboard. Two keys with the same ones are in conflict. */
const toPositions = (key: string): string =>
  key
    .split(" ")
    .map((press) => {
      const { last, modifiers } = readParts(press)
      return normalizePress([...modifiers, findUsPosition(last)].join("+"))
    })
    .join(" ")
