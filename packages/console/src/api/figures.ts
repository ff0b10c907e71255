/** Figures of the work on a dataset, as the API answers them, and the days that they are about. */
import type { Wire } from "./client.ts"

export type FiguresRow = Wire<"FiguresRow">
export type CategoryRow = Wire<"CategoryFiguresRow">

/** The time zone of the reader. */
export const findReaderZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day that a clock in a time zone shows, such as `2026-11-20`. */
export const formatDay = (at: Date, timeZone: string): string => at.toLocaleDateString("sv-SE", { timeZone })

/** The rows that are not those of categories. */
export const selectFigures = ({ rows }: Wire<"Statistics">): ReadonlyArray<FiguresRow> =>
  rows.filter((row): row is FiguresRow => "submitted" in row)

/** The rows of categories. */
export const selectCategories = ({ rows }: Wire<"Statistics">): ReadonlyArray<CategoryRow> =>
  rows.filter((row) => !("submitted" in row))
