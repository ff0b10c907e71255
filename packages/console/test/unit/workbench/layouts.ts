/** Keyboard layouts: the letters and signs of each position, row by row. */
import type { KeyPress } from "../../../src/workbench/input/keys/KeyPress.ts"

const rows = [
  [..."1234567890"].map((digit) => `Digit${digit}`).concat("Minus", "Equal"),
  [..."QWERTYUIOP"].map((letter) => `Key${letter}`).concat("BracketLeft", "BracketRight", "Backslash"),
  [..."ASDFGHJKL"].map((letter) => `Key${letter}`).concat("Semicolon", "Quote"),
  [..."ZXCVBNM"].map((letter) => `Key${letter}`).concat("Comma", "Period", "Slash"),
]

export interface Layout {
  /** Dead keys are written as a space. */
  readonly plain: ReadonlyArray<string>
  /** The signs of dead keys, as they are printed. */
  readonly dead?: { readonly [code: string]: string }
  readonly shift: ReadonlyArray<string>
  readonly altGr: { readonly [code: string]: string }
}

const digitBrackets = { Digit8: "[", Digit9: "]", Digit7: "{", Digit0: "}" }
const us: Layout = {
  plain: ["1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./"],
  shift: ["!@#$%^&*()_+", "QWERTYUIOP{}|", 'ASDFGHJKL:"', "ZXCVBNM<>?"],
  altGr: {},
}

export const layouts: { readonly [name: string]: Layout } = {
  US: us,
  German: {
    plain: ["1234567890ß ", "qwertzuiopü+#", "asdfghjklöä", "yxcvbnm,.-"],
    shift: ['!"§$%&/()=? ', "QWERTZUIOPÜ*'", "ASDFGHJKLÖÄ", "YXCVBNM;:_"],
    dead: { Equal: "´" },
    altGr: digitBrackets,
  },
  French: {
    plain: ["&é\"'(-è_çà)=", "azertyuiop $*", "qsdfghjklmù", "wxcvbn,;:!"],
    shift: ["1234567890°+", "AZERTYUIOP £µ", "QSDFGHJKLM%", "WXCVBN?./§"],
    dead: { BracketLeft: "^" },
    altGr: { Digit5: "[", Minus: "]", Digit4: "{", Equal: "}" },
  },
  Spanish: {
    plain: ["1234567890'¡", "qwertyuiop +ç", "asdfghjklñ ", "zxcvbnm,.-"],
    shift: ['!"·$%&/()=?¿', "QWERTYUIOP *Ç", "ASDFGHJKLÑ ", "ZXCVBNM;:_"],
    dead: { BracketLeft: "`", Quote: "´" },
    altGr: { BracketLeft: "[", BracketRight: "]", Quote: "{", Backslash: "}" },
  },
  Polish: { ...us, altGr: { KeyZ: "ż", KeyX: "ź", KeyC: "ć", KeyL: "ł", KeyA: "ą", KeyS: "ś", KeyE: "ę" } },
  Turkish: {
    plain: ["1234567890*-", "qwertyuıopğü,", "asdfghjklşi", "zxcvbnmöç."],
    shift: ["!'^+%&/()=?_", "QWERTYUIOPĞÜ;", "ASDFGHJKLŞİ", "ZXCVBNMÖÇ:"],
    altGr: digitBrackets,
  },
  Greek: {
    plain: ["1234567890-=", ";ςερτυθιοπ[]\\", "ασδφγηξκλ '", "ζχψωβνμ,./"],
    shift: ["!@#$%^&*()_+", ": ΕΡΤΥΘΙΟΠ{}|", 'ΑΣΔΦΓΗΞΚΛ "', "ΖΧΨΩΒΝΜ<>?"],
    dead: { Semicolon: "´" },
    altGr: {},
  },
  Russian: {
    plain: ["1234567890-=", "йцукенгшщзхъ\\", "фывапролджэ", "ячсмитьбю."],
    shift: ['!"№;%:?*()_+', "ЙЦУКЕНГШЩЗХЪ/", "ФЫВАПРОЛДЖЭ", "ЯЧСМИТЬБЮ,"],
    altGr: {},
  },
}

const named = [
  ...["Enter", "Escape", "Tab", "Delete", "Backspace"],
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
].map((key) => ({ code: key, key }))

export interface LayoutPress extends KeyPress {
  readonly altGr: boolean
}

const toKey = (typed: string): string => (typed === " " ? "Dead" : typed)

/** The letters and signs of a layout by position, without modifiers, as the Keyboard Map API has them. */
export const makeLayoutMap = ({ dead = {}, plain }: Layout): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap((codes, row) =>
      codes.flatMap((code, at) => {
        const typed = dead[code] ?? plain[row]?.charAt(at).trim() ?? ""
        return typed === "" ? [] : [[code, typed] as const]
      }),
    ),
  )

/** Every press of a layout, with each of the modifiers. */
export const pressesOf = ({ altGr, plain, shift }: Layout): ReadonlyArray<LayoutPress> => {
  const typed = rows.flatMap((codes, row) =>
    codes.flatMap((code, at) => [
      { code, key: toKey(plain[row]?.charAt(at) ?? ""), shiftKey: false },
      { code, key: toKey(shift[row]?.charAt(at) ?? ""), shiftKey: true },
    ]),
  )
  const others = [...named, { code: "Space", key: " " }].flatMap((one) => [
    { ...one, shiftKey: false },
    { ...one, shiftKey: true },
  ])
  const combined = [...typed, ...others].flatMap((one) =>
    [false, true].flatMap((ctrlKey) =>
      [false, true].map((altKey) => ({ ...one, ctrlKey, altKey, metaKey: false, altGr: false })),
    ),
  )
  const byAltGr = Object.entries(altGr).map(([code, key]) => ({
    ...{ code, key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, altGr: true },
    getModifierState: (name: string) => name === "AltGraph",
  }))
  return [...combined, ...byAltGr]
}

/** The press that types a letter or a sign; where the layout has no such letter, the one at its position on a US keyboard. */
export const pressOf = (name: string, key: string, modifiers: Partial<KeyPress> = {}): LayoutPress => {
  const layout = layouts[name] ?? us
  const plain = pressesOf(layout).filter(({ altGr, altKey, ctrlKey }) => !altGr && !altKey && !ctrlKey)
  const press =
    plain.find((one) => one.key === key) ??
    plain.find(({ code, shiftKey }) => code === `Key${key.toUpperCase()}` && !shiftKey)
  if (press === undefined) throw new Error(`The layout ${name} does not type ${key}.`)
  return { ...press, ...modifiers, shiftKey: press.shiftKey || modifiers.shiftKey === true }
}
