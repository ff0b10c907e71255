/**
 * Parses the values that Postgres sends. An application may have changed the driver's parsers for the whole process; Annotary's
 * rows do not depend on them.
 */
import pg from "pg"

const asText = (text: string): string => text
const whole = (text: string): number => Number.parseInt(text, 10)
const fraction = (text: string): number => Number.parseFloat(text)

/** Parsers by the type's id in pg_type; 64-bit integers stay text. */
const readers: { readonly [type: number]: (text: string) => unknown } = {
  16: (text) => text === "t",
  20: asText,
  21: whole,
  23: whole,
  25: asText,
  700: fraction,
  701: fraction,
  1043: asText,
  1700: asText,
}

export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : readers[type]) ?? pg.types.getTypeParser(type, format),
}
