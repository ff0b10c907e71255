/**
 * The lock that writers of a dataset's labels share until their transactions end: each takes it with the first row that it
 * locks, and before that row, so that all come to both in one order. `lockOutWriters` of the dialect takes it alone.
 */
import type { DialectWords } from "../../dialect/Dialect.ts"

/** A column for a SELECT that locks rows, of an expression that names the dataset. */
export const sharedByWriters = ({ writersLock }: DialectWords, dataset: string): string =>
  `${writersLock(dataset)} AS "writers"`
