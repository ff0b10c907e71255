/** The number behind a value of a number attribute, which editors send as a number or as decimal text; NaN when there is none. */
import { numeric } from "../../domain/numericText.ts"

export const numberOf = (value: unknown): number => numeric(value) ?? Number.NaN
