/**
 * Parses JSON without loss: digits that a double would change are kept, and each object remembers its text, so that
 * printing what nobody edited gives the bytes that were read.
 */
import { isArray, type Json, type JsonObject, NumberText } from "./value.ts"

/** The text that each parsed object, and each list that is a member of an object, was read from. */
const texts = new WeakMap<object, string>()

/** The text that an unedited object or list was read from. */
const getSource = (value: object): string | undefined => texts.get(value)

/** Parses a JSON text. Throws the `SyntaxError` of `JSON.parse` for an invalid one. */
export const parse = (text: string): Json => {
  // The walk below trusts the text, which is therefore validated by the engine first.
  JSON.parse(text)
  return new Walk(text).readWhole()
}

const quote = 0x22
const backslash = 0x5c

class Walk {
  private at = 0

  constructor(private readonly text: string) {}

  readWhole(): Json {
    this.skipSpace()
    return this.readValue(true)
  }

  private readValue(keepsText: boolean): Json {
    switch (this.text.charCodeAt(this.at)) {
      case 0x7b:
        return this.readObject()
      case 0x5b:
        return this.readArray(keepsText)
      case quote:
        return this.readString()
      case 0x74:
        this.at += 4
        return true
      case 0x66:
        this.at += 5
        return false
      case 0x6e:
        this.at += 4
        return null
      default:
        return this.readNumber()
    }
  }

  private readObject(): JsonObject {
    const start = this.at
    const members: { [key: string]: Json } = {}
    this.at += 1
    this.skipSpace()
    while (this.text.charCodeAt(this.at) !== 0x7d) {
      const key = this.readString()
      this.skipSpace()
      this.at += 1
      this.skipSpace()
      setOwn(members, key, this.readValue(true))
      this.skipSeparator()
    }
    this.at += 1
    texts.set(members, this.text.slice(start, this.at))
    return members
  }

  private readArray(keepsText: boolean): Json {
    const start = this.at
    const items: Array<Json> = []
    this.at += 1
    this.skipSpace()
    while (this.text.charCodeAt(this.at) !== 0x5d) {
      items.push(this.readValue(false))
      this.skipSeparator()
    }
    this.at += 1
    // A list in a list is a point of a shape: there are too many of them to remember each.
    if (keepsText) texts.set(items, this.text.slice(start, this.at))
    return items
  }

  private readString(): string {
    const start = this.at
    let end = start + 1
    let escapes = false
    for (;;) {
      const code = this.text.charCodeAt(end)
      if (code === quote) break
      if (code === backslash) {
        escapes = true
        end += 1
      }
      end += 1
    }
    this.at = end + 1
    return escapes ? String(JSON.parse(this.text.slice(start, end + 1))) : this.text.slice(start + 1, end)
  }

  private readNumber(): number | NumberText {
    const start = this.at
    while (isNumberCode(this.text.charCodeAt(this.at))) this.at += 1
    const text = this.text.slice(start, this.at)
    const value = Number(text)
    return isExact(text, value) ? value : new NumberText(text)
  }

  private skipSeparator(): void {
    this.skipSpace()
    if (this.text.charCodeAt(this.at) === 0x2c) this.at += 1
    this.skipSpace()
  }

  private skipSpace(): void {
    while (this.text.charCodeAt(this.at) <= 0x20) this.at += 1
  }
}

const isNumberCode = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  code === 0x2d ||
  code === 0x2b ||
  code === 0x2e ||
  code === 0x65 ||
  code === 0x45

/** Whether the double prints as a number of the same value. Fifteen digits always fit. */
const isExact = (text: string, value: number): boolean => {
  if (!Number.isFinite(value)) return false
  if (text.length <= 15) return value !== 0 || !text.startsWith("-")
  return normalizeDigits(text) === normalizeDigits(String(value))
}

/** Sign, digits without zeros at the ends, and the place of the point: equal for texts of one value. */
const normalizeDigits = (text: string): string => {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e")
  const sign = mantissa.startsWith("-") ? "-" : ""
  const [whole = "", fraction = ""] = mantissa.replace(/^[+-]/, "").split(".")
  const leading = (whole + fraction).replace(/^0+/, "")
  const digits = leading.replace(/0+$/, "")
  return `${sign}${digits}e${Number(exponent) - fraction.length + (leading.length - digits.length)}`
}

/** Sets a member even when its name is `__proto__`, which an assignment would lose. */
const setOwn = (members: { [key: string]: Json }, key: string, value: Json): void => {
  if (key === "__proto__")
    Object.defineProperty(members, key, { value, enumerable: true, configurable: true, writable: true })
  else members[key] = value
}

/** The text of a value. */
export const print = (value: Json): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (value instanceof NumberText) return value.text
  const source = getSource(value)
  if (source !== undefined) return source
  if (isArray(value)) return `[${value.map(print).join(",")}]`
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${print(value[key] ?? null)}`)
  return `{${members.join(",")}}`
}
