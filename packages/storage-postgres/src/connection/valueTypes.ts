/**
 * Parses the values that Postgres sends. An application may have changed the driver's parsers for the whole process; Annotary's
 * rows do not depend on them.
 */
import pg from "pg"

const toText = (text: string): string => text
const parseWhole = (text: string): number => Number.parseInt(text, 10)
const parseFraction = (text: string): number => Number.parseFloat(text)

/** Parsers by the type's id in pg_type; 64-bit integers stay text. */
const readers: { readonly [type: number]: (text: string) => unknown } = {
  16: (text) => text === "t",
  20: toText,
  21: parseWhole,
  23: parseWhole,
  25: toText,
  700: parseFraction,
  701: parseFraction,
  1043: toText,
  1700: toText,
}

export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : readers[type]) ?? pg.types.getTypeParser(type, format),
}
