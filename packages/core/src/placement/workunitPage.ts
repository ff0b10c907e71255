/** The page of workunits that a list asks for. */
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { WorkunitQuery } from "./WorkunitStore.ts"

/** The filter and the page of a list of workunits. */
export interface ListWorkunits {
  /** A username in any case. Defaults to all, or to the caller for those who see no others. */
  readonly user?: string | undefined
  /** Inclusive. */
  readonly start?: Timestamp | undefined
  /** Exclusive. */
  readonly end?: Timestamp | undefined
  /** Newest first. The default. */
  readonly descending?: boolean | undefined
  /** 1-based. */
  readonly page?: number | undefined
  readonly perPage?: number | undefined
}

/** At most 10,000 workunits, by default 1000; the newest first by default. */
export const readWorkunitPage = (
  user: Username | undefined,
  { descending = true, end, page = 1, perPage = 1000, start }: ListWorkunits,
): Omit<WorkunitQuery, "datasetId"> => {
  const limit = Math.min(Math.max(perPage, 1), 10_000)
  return {
    ...(user === undefined ? {} : { user }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    descending,
    offset: (Math.max(page, 1) - 1) * limit,
    limit,
  }
}
