/** Reads lists of whole numbers from JSON text, in steps: the list of a cloud has millions of characters. */
import type { IdRuns } from "../geometry/runs.ts"

/** The characters of one step, which takes less than a millisecond. */
const stepCharacters = 65_536

const [space, minus, zero, nine, comma] = [0x20, 0x2d, 0x30, 0x39, 0x2c]

/** The most digits that are read one by one: such numbers are exact. */
const maxDigits = 15

/** The most characters of a number. */
const maxNumberLength = 400

/**
 * The ids of the list between two offsets, in runs. Null where they have more than `maxRuns` runs. Throws a `RangeError` for an element that is not a finite
 * number.
 */
export function* readIdsInSteps(
  text: string,
  [start, end]: readonly [start: number, end: number],
  maxRuns: number,
): Generator<void, IdRuns | null> {
  const runs: { readonly ids: Array<number>; readonly lengths: Array<number> } = { ids: [], lengths: [] }
  let [last, length] = [0, 0]
  let [value, digits, sign, from] = [0, 0, 1, start + 1]
  let isPlain = true
  for (let at = start + 1; at < end; at++) {
    if ((at - start) % stepCharacters === 0) yield
    const code = text.charCodeAt(at)
    if (code >= zero && code <= nine) {
      value = 10 * value + code - zero
      digits += 1
    } else if (code === minus && digits === 0) sign = -1
    else if (code === comma || at === end - 1) {
      // An empty list.
      if (digits === 0 && isPlain) break
      const id = isPlain && digits <= maxDigits ? sign * value : parseNumber(text, from, at)
      if (id === last && length > 0) length += 1
      else {
        if (length > 0) pushRun(runs, last, length)
        if (runs.ids.length > maxRuns) return null
        last = id
        length = 1
      }
      ;[value, digits, sign, from] = [0, 0, 1, at + 1]
      isPlain = true
      // Other ways to write a number are left to the parser.
    } else if (code > space) isPlain = false
  }
  if (length > 0) pushRun(runs, last, length)
  return runs.ids.length > maxRuns ? null : runs
}

const parseNumber = (text: string, from: number, to: number): number => {
  const number = to - from > maxNumberLength ? Number.NaN : Number(text.slice(from, to))
  if (!Number.isFinite(number)) throw new RangeError("A list of ids has an element that is not a number.")
  return number
}

const pushRun = (
  { ids, lengths }: { readonly ids: Array<number>; readonly lengths: Array<number> },
  id: number,
  length: number,
): void => {
  ids.push(id === 0 ? 0 : id)
  lengths.push(length)
}

/** The list of ids as JSON, in steps. */
export function* writeIdsInSteps({ ids, lengths }: IdRuns): Generator<void, string> {
  const parts: Array<string> = []
  let characters = 0
  for (let run = 0; run < ids.length; run++) {
    const part = `${ids[run]},`.repeat(lengths[run] ?? 0)
    parts.push(part)
    characters += part.length + runCharacters
    if (characters > stepCharacters) {
      characters = 0
      yield
    }
  }
  return `[${parts.join("").slice(0, -1)}]`
}

/** A run costs as much as so many characters. */
const runCharacters = 16
