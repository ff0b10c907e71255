/**
 * Keys of commands: a letter, a sign or a named key with modifiers, such as `Mod+Shift+z`, `?` or `Enter`, or a position of the keyboard,
 * such as `KeyW`. Two keys with a space between them are pressed one after the other: `g d`.
 */

/**
 * Says where keys act. `2d` and `3d`, and `stills` and `frames`, act together with `workbench`, and `lists` with `pages`; `everywhere` acts
 * always. `keyframes` acts with `frames` where tracks have them. `shapes` and `bitmap` act with `2d`, `cuboids` and `points` with `3d`, by what the objects are, `spaceShapes` with `cuboids`, and `painting` with `bitmap` and
 * with `points`. `labels` acts with `workbench` where a reviewer decides between the labels of several people, and `audit`
 * where an auditor names errors.
 */
export type KeyScope =
  | "everywhere"
  | "pages"
  | "lists"
  | "workbench"
  | "labels"
  | "audit"
  | "2d"
  | "3d"
  | "shapes"
  | "bitmap"
  | "painting"
  | "cuboids"
  | "points"
  | "spaceShapes"
  | "stills"
  | "frames"
  | "keyframes"

/** The key with its modifiers in the fixed order, so that `Shift+Mod+K` and `Mod+Shift+K` are one. */
export const normalizeKey = (key: string): string => key.split(" ").map(normalizePress).join(" ")

/** The modifiers of a key, and the key itself, which may be a plus. */
export const readParts = (
  key: string,
): { readonly modifiers: ReadonlyArray<string>; readonly last: string } => {
  const [, before = "", last = ""] = /^((?:(?:Mod|Alt|Shift)\+)*)(.+)$/.exec(key) ?? []
  return { modifiers: before.split("+").slice(0, -1), last }
}

export const normalizePress = (key: string): string => {
  const { last, modifiers } = readParts(key)
  return ["Mod", "Alt", "Shift"]
    .filter((modifier) => modifiers.includes(modifier))
    .concat(last)
    .join("+")
}

/** The default keys of a command. */
export interface CommandEntry {
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
  /** Whether a key that is held down runs it once. */
  readonly once?: true
}
