/** INI files, read by the library `ini`. */
import { parse } from "ini"

/** The values of all sections by their keys in lower case, as Python's `configparser` has them. */
export const parseIni = (text: string): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  const add = (section: object) => {
    for (const [key, value] of Object.entries(section))
      if (typeof value === "object" && value !== null) add(value)
      else values.set(key.trim().toLowerCase(), String(value).trim())
  }
  add(parse(text))
  return values
}
