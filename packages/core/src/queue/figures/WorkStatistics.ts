import { Clock, Effect, Schema } from "effect"
import { Access, type DatasetRef } from "../../access/Access.ts"
import { KnownUsers } from "../../access/KnownUsers.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import { addDays, findDay, findDayStart, isTimeZone, splitDays } from "../../domain/days.ts"
import { InvalidInput, PermissionDenied, type Violation } from "../../domain/errors.ts"
import type { DatasetId } from "../../domain/Ids.ts"
import { nameKey, type Username } from "../../domain/Names.ts"
import { allows } from "../../domain/permissions.ts"
import { fromMillis, Timestamp, toMillis } from "../../domain/Timestamp.ts"
import { runInSlices } from "../../jobs/betweenBatches.ts"
import { traced } from "../../kernel/traced.ts"
import { type TimeSpan, WorkunitStore } from "../../placement/WorkunitStore.ts"
import { readCategories } from "./readCategories.ts"
import {
  type FigureDimension,
  type FiguresRow,
  FigureTable,
  figureDimensions,
  noFigures,
  type WorkFigures,
} from "./WorkFigures.ts"

/** The options of statistics. */
export interface StatisticsRequest {
  /** An instant, or a day in the time zone. Inclusive. Defaults to the 30 days that end now, the first one whole. */
  readonly start?: string | undefined
  /** An instant, or a day in the time zone. Exclusive. Defaults to now. */
  readonly end?: string | undefined
  /** The time zone of the days, such as `Europe/Berlin`. Defaults to that of the dataset. */
  readonly timeZone?: string | undefined
  /** The dimensions of the rows. Defaults to `person`. */
  readonly by?: ReadonlyArray<FigureDimension> | undefined
  /** A username in any case. Defaults to all, or to the caller for those who see no others. */
  readonly user?: string | undefined
}

/** The figures of the work on a dataset. */
export interface Statistics {
  readonly start: Timestamp
  readonly end: Timestamp
  readonly timeZone: string
  readonly by: ReadonlyArray<FigureDimension>
  /** Without work there is no row. */
  readonly rows: ReadonlyArray<FiguresRow>
  readonly total: WorkFigures
  /** The names of the present categories by id. */
  readonly categories: ReadonlyMap<number, string>
}

/** Days in one call of a storage. */
const batch = 100
const defaultDays = 30

/** The figures of work: by day, person, kind of work and category. Every view of work is made from them. */
export class WorkStatistics extends Effect.Service<WorkStatistics>()("@annotary/core/WorkStatistics", {
  effect: Effect.gen(function* () {
    const store = yield* WorkunitStore
    const access = yield* Access
    const users = yield* KnownUsers

    /** Returns the figures of a dataset: everybody's for managers, one's own for others. */
    const computeFigures = traced("WorkStatistics.figures")(function* (
      ref: DatasetRef,
      request: StatisticsRequest = {},
    ) {
      const { actor, dataset, role } = yield* access.require(ref, "label")
      const user = yield* findUser(actor, allows(role, "view_work", dataset), request.user)
      const { by = ["person"], timeZone = dataset.settings.timeZone } = request
      const millis = yield* Clock.currentTimeMillis
      const errors = [...checkDimensions(by, timeZone), ...checkDays(request)]
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      const end = toInstant(request.end, timeZone) ?? fromMillis(millis + 1)
      const start = toInstant(request.start, timeZone) ?? findDefaultStart(end, timeZone)
      const span = { start, end, timeZone, by, user: user ?? null }
      const [table, all] = [new FigureTable(span), new FigureTable({ ...span, by: [] })]
      if (user !== undefined) yield* fill([table, all], dataset, span)
      const statistics: Statistics = {
        start,
        end,
        timeZone,
        by,
        rows: table.listRows(),
        total: all.listRows()[0]?.figures ?? noFigures,
        categories: readCategories(dataset),
      }
      return statistics
    })

    /** The person whose figures are asked for; null for everybody, undefined for a person who does not exist. */
    const findUser = Effect.fnUntraced(function* (actor: Username, all: boolean, name: string | undefined) {
      if (name === undefined) return all ? null : actor
      const key = nameKey(name)
      if (key === nameKey(actor)) return actor
      if (!all) return yield* new PermissionDenied()
      return (yield* users.findAmong([key])).get(key)
    })

    /** Adds up the figures of a time span. Checks no permissions. */
    const addUp = Effect.fnUntraced(function* (dataset: Pick<Dataset, "id">, span: SpanRequest) {
      const table = new FigureTable(span)
      yield* fill([table], dataset, span)
      return table.listRows()
    })

    /** Adds the work of a time span to tables that are of the same person. It is read once for all of them. */
    const fill = Effect.fnUntraced(function* (
      tables: ReadonlyArray<FigureTable>,
      { id }: Pick<Dataset, "id">,
      { by, end, start, timeZone, user }: SpanRequest,
    ) {
      if (start >= end) return
      const days = by.includes("day")
        ? yield* listDaysWithWork(id, { start, end }, timeZone)
        : [{ day: "", start, end }]
      for (let i = 0; i < days.length; i += batch) {
        const batchDays = days.slice(i, i + batch)
        const tallies = yield* store.tally(id, batchDays, user)
        const names = batchDays.map(({ day }) => day)
        for (const table of tables) yield* runInSlices(table.add(tallies, names))
      }
    })

    /** The days from the first work of the time span to the last. */
    const listDaysWithWork = Effect.fnUntraced(function* (
      datasetId: DatasetId,
      span: TimeSpan,
      timeZone: string,
    ) {
      const page = { datasetId, ...span, offset: 0, limit: 1 }
      const [first] = yield* store.list({ ...page, descending: false })
      const [last] = yield* store.list({ ...page, descending: true })
      if (first === undefined || last === undefined) return []
      const afterLast = fromMillis(toMillis(last.createdAt) + 1)
      const days = splitDays(first.createdAt, afterLast < span.end ? afterLast : span.end, timeZone)
      return days.map((day, index) => (index === 0 ? { ...day, start: span.start } : day))
    })

    return { figures: computeFigures, addUp }
  }),
}) {
  static readonly dependencies = [Access, KnownUsers] as const
}

/** A time span, and how its work is grouped. */
export interface SpanRequest extends TimeSpan {
  readonly timeZone: string
  readonly by: ReadonlyArray<FigureDimension>
  /** Null: everybody. */
  readonly user: Username | null
}

const checkDimensions = (by: ReadonlyArray<FigureDimension>, timeZone: string): ReadonlyArray<Violation> => [
  ...(isTimeZone(timeZone) ? [] : [{ pointer: "/timeZone", message: "must be the name of a time zone" }]),
  ...(by.every((one) => figureDimensions.includes(one))
    ? []
    : [{ pointer: "/by", message: `must be some of ${figureDimensions.join(", ")}` }]),
]

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const isInstant = Schema.is(Timestamp)

const checkDays = ({ end, start }: StatisticsRequest): ReadonlyArray<Violation> =>
  (
    [
      ["/start", start],
      ["/end", end],
    ] as const
  )
    .filter(([, text]) => text !== undefined && !isPlace(text))
    .map(([pointer]) => ({ pointer, message: "must be a day or an instant of the years 1900 to 9998" }))

const isPlace = (text: string): boolean =>
  (isInstant(text) || (dayPattern.test(text) && isInstant(`${text}T00:00:00.000000Z`))) &&
  text >= "1900" &&
  text < "9999"

const toInstant = (text: string | undefined, timeZone: string): Timestamp | undefined => {
  if (text === undefined || isInstant(text)) return text
  return findDayStart(text, timeZone)
}

const findDefaultStart = (end: Timestamp, timeZone: string): Timestamp =>
  findDayStart(addDays(findDay(end, timeZone), 1 - defaultDays), timeZone)
