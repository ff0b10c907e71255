/** Figures of work, added up from the tallies of a storage. Pure. */
import type { Username } from "../../domain/Names.ts"
import { parseObjectChanges } from "../../domain/ObjectChanges.ts"
import type { WorkTally } from "../WorkunitStore.ts"

/** The figures of some work. Numbers of actions, unless they say otherwise. */
export interface WorkFigures {
  /** All pieces of work, saves among them. */
  readonly workunits: number
  readonly submitted: number
  /** Those of `submitted` whose label had been reviewed before. */
  readonly resubmitted: number
  readonly saved: number
  /** In either queue. */
  readonly skipped: number
  readonly accepted: number
  readonly rejected: number
  /** Writes outside of the queues. */
  readonly edited: number
  /** Labels of the person that somebody rejected. */
  readonly returned: number
  /** Labels of the person that somebody accepted or rejected for the first time. */
  readonly firstReviews: number
  /** Those of `firstReviews` that were accepted. */
  readonly firstReviewsAccepted: number
  readonly objectsCreated: number
  readonly objectsChanged: number
  readonly objectsRemoved: number
  /** Pieces of work by a version that did not count objects. */
  readonly objectsUnknown: number
  /** Active milliseconds. */
  readonly time: number
  /** Idle milliseconds. */
  readonly inactiveTime: number
}

/** Work is grouped by these. */
export type FigureDimension = "day" | "person" | "work_type" | "category"

export const figureDimensions = [
  "day",
  "person",
  "work_type",
  "category",
] as const satisfies ReadonlyArray<FigureDimension>

/** The figures of the work that is alike in the dimensions of the request. The others are null. */
export interface FiguresRow {
  readonly day: string | null
  readonly person: Username | null
  readonly workType: WorkTally["workType"] | null
  readonly category: number | null
  /** With a category: of its objects alone, and 0 for all else. */
  readonly figures: WorkFigures
}

export const noFigures: WorkFigures = {
  workunits: 0,
  submitted: 0,
  resubmitted: 0,
  saved: 0,
  skipped: 0,
  accepted: 0,
  rejected: 0,
  edited: 0,
  returned: 0,
  firstReviews: 0,
  firstReviewsAccepted: 0,
  objectsCreated: 0,
  objectsChanged: 0,
  objectsRemoved: 0,
  objectsUnknown: 0,
  time: 0,
  inactiveTime: 0,
}

export interface FiguresRequest {
  readonly by: ReadonlyArray<FigureDimension>
  /** The names of the days by the spans of the tallies. */
  readonly days: ReadonlyArray<string>
  /** The person whose figures are added up; null for everybody. */
  readonly user: Username | null
}

type Place = Omit<FiguresRow, "figures">

/** Adds up the figures of tallies. Rows are ordered by day, person, kind of work and category. */
export const addUpFigures = (
  tallies: ReadonlyArray<WorkTally>,
  { by, days, user }: FiguresRequest,
): ReadonlyArray<FiguresRow> => {
  const rows = new Map<string, FiguresRow>()
  const has = (dimension: FigureDimension) => by.includes(dimension)
  const add = (place: Place, figures: Partial<WorkFigures>) => {
    if (user !== null && place.person !== user) return
    const shown: Place = {
      day: has("day") ? place.day : null,
      person: has("person") ? place.person : null,
      workType: has("work_type") ? place.workType : null,
      category: has("category") ? place.category : null,
    }
    const key = JSON.stringify(Object.values(shown))
    const row = rows.get(key) ?? { ...shown, figures: noFigures }
    rows.set(key, { ...row, figures: sumFigures(row.figures, figures) })
  }
  for (const tally of tallies) {
    const place = {
      day: days[tally.span] ?? null,
      person: tally.user,
      workType: tally.workType,
      category: null,
    }
    if (has("category")) {
      for (const [category, figures] of countObjects(tally)) add({ ...place, category }, figures)
      continue
    }
    add(place, countWork(tally))
    const { labeler } = tally
    if (labeler !== null) add({ ...place, person: labeler, workType: "label" }, countReview(tally))
  }
  return [...rows.values()].sort(compareRows)
}

/** The sum of two figures. */
export const sumFigures = (a: WorkFigures, b: Partial<WorkFigures>): WorkFigures => {
  const sum = { ...a }
  for (const name of figureNames) sum[name] = a[name] + (b[name] ?? 0)
  return sum
}

/** The names of all figures. Cast: those are the keys of the object. */
export const figureNames = Object.keys(noFigures) as ReadonlyArray<keyof WorkFigures>

/** The figures of the person who did the work. */
const countWork = (tally: WorkTally): Partial<WorkFigures> => {
  const { action, inactiveTime, objects, reviewedBefore, time, workType, workunits } = tally
  const when = (does: boolean) => (does ? workunits : 0)
  const inQueue = workType !== "normal"
  const sum = [...countObjects(tally).values()].reduce(sumFigures, noFigures)
  return {
    ...sum,
    workunits,
    time,
    inactiveTime,
    submitted: when(inQueue && action === "submit"),
    resubmitted: when(inQueue && action === "submit" && reviewedBefore === true),
    saved: when(inQueue && action === "save"),
    skipped: when(inQueue && action === "skip"),
    accepted: when(inQueue && action === "accept"),
    rejected: when(inQueue && action === "reject"),
    edited: when(!inQueue),
    objectsUnknown: when(objects === null),
  }
}

/** The figures of the person whose label was reviewed. */
const countReview = ({ action, reviewedBefore, workunits }: WorkTally): Partial<WorkFigures> => ({
  returned: action === "reject" ? workunits : 0,
  firstReviews: reviewedBefore === false ? workunits : 0,
  firstReviewsAccepted: reviewedBefore === false && action === "accept" ? workunits : 0,
})

/** The objects of some work by category. */
const countObjects = ({ objects, workunits }: WorkTally): ReadonlyMap<number, WorkFigures> =>
  new Map(
    [...(objects === null ? [] : parseObjectChanges(objects))].map(
      ([category, [created, changed, removed]]) => [
        category,
        {
          ...noFigures,
          objectsCreated: created * workunits,
          objectsChanged: changed * workunits,
          objectsRemoved: removed * workunits,
        },
      ],
    ),
  )

const compareRows = (a: FiguresRow, b: FiguresRow): number =>
  compareTexts(a.day, b.day) ||
  compareTexts(a.person, b.person) ||
  compareTexts(a.workType, b.workType) ||
  (a.category ?? 0) - (b.category ?? 0)

const compareTexts = (a: string | null, b: string | null): number =>
  (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0
