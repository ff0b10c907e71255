/** The presses that run each command on the keyboards of eight languages. */
import { type CommandName, commandNames, commands } from "../../../src/workbench/commands/commands.ts"
import { type KeyScope, readParts } from "../../../src/workbench/input/keys/Binding.ts"
import { type KeyPress, readPress } from "../../../src/workbench/input/keys/KeyPress.ts"
import { findCommand, findFirstKey, type Keymap } from "../../../src/workbench/input/keys/keymap.ts"
import { listKeyCaps } from "../../../src/workbench/input/keys/keyText.ts"
import { type Layout, type LayoutPress, makeLayoutMap, pressesOf } from "./layouts.ts"

const common = ["everywhere", "workbench"] as const

/** The scopes that act together, as the workbenches and the pages have them. */
export const places: { readonly [name: string]: ReadonlySet<KeyScope> } = {
  lists: new Set<KeyScope>(["everywhere", "pages", "lists"]),
  images: new Set<KeyScope>([...common, "2d", "shapes", "stills"]),
  cuboids: new Set<KeyScope>([...common, "3d", "cuboids", "frames", "keyframes"]),
  "sequences of images": new Set<KeyScope>([...common, "2d", "shapes", "frames", "keyframes"]),
  bitmaps: new Set<KeyScope>([...common, "2d", "bitmap", "painting", "frames"]),
  "shapes in clouds": new Set<KeyScope>([
    ...(["everywhere", "workbench", "3d", "cuboids", "spaceShapes", "frames", "keyframes"] as const),
  ]),
  points: new Set<KeyScope>([...common, "3d", "painting", "points", "frames"]),
}

/** The places in which a command acts. */
export const listPlaces = (command: CommandName): ReadonlyArray<ReadonlySet<KeyScope>> =>
  Object.values(places).filter((scopes) => scopes.has(commands[command].scope))

/** A key of a command, and the presses of a layout that run the command by it: one, or two that follow each other. */
export interface RunningKey {
  readonly command: CommandName
  readonly key: string
  readonly presses: ReadonlyArray<LayoutPress>
}

const countModifiers = ({ altGr, altKey, ctrlKey, shiftKey }: LayoutPress): number =>
  [altGr, altKey, ctrlKey, shiftKey].filter(Boolean).length

/** The press with the fewest modifiers that has a name and runs what `runs` says. */
const findPress = (
  presses: ReadonlyArray<LayoutPress>,
  key: string,
  runs: (press: KeyPress) => boolean,
): LayoutPress | undefined => {
  const { last } = readParts(key)
  // What is printed on the keyboard comes before its position, and fewer modifiers before more.
  const rank = (press: LayoutPress) => (press.key === last ? 0 : 10) + countModifiers(press)
  return presses
    .filter((press) => {
      const { names, swap } = readPress(press, false)
      return (names.includes(key) || swap?.name === key) && runs(press)
    })
    .toSorted((a, b) => rank(a) - rank(b))[0]
}

/** The keys of all commands that a layout can press. */
export const listRunningKeys = (keymap: Keymap, layout: Layout): ReadonlyArray<RunningKey> => {
  const presses = pressesOf(layout)
  return commandNames.flatMap((command) =>
    (keymap.get(command)?.keys ?? []).flatMap((key) => {
      const scopes = listPlaces(command)
      const [first, second] = key.split(" ")
      const isIn = (press: KeyPress, from?: string) =>
        scopes.every((place) => findCommand(keymap, press, place, { first: from }) === command)
      if (second === undefined) {
        const press = findPress(presses, key, (one) => isIn(one))
        return press === undefined ? [] : [{ command, key, presses: [press] }]
      }
      const begin = findPress(presses, first ?? "", (one) =>
        scopes.every((place) => findFirstKey(keymap, one, place) === first),
      )
      const end = findPress(presses, second, (one) => isIn(one, first))
      return begin === undefined || end === undefined ? [] : [{ command, key, presses: [begin, end] }]
    }),
  )
}

/** A press as the keys that are held, by what is printed on them without modifiers. */
export const formatPress = (
  layout: Layout,
  { altGr, altKey, code, ctrlKey, shiftKey }: LayoutPress,
): string => {
  const held = [ctrlKey && "Ctrl", altGr && "AltGr", altKey && "Alt", shiftKey && "Shift"]
  const cap = listKeyCaps(code, false, (word) => word, makeLayoutMap(layout)).join("")
  return [...held.filter((one) => one !== false), cap].join("+")
}
