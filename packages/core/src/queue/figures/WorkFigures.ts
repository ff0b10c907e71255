/** Figures of work, added up from the tallies of a storage. Pure. */
import type { Username } from "../../domain/Names.ts"
import { parseObjectChanges } from "../../domain/ObjectChanges.ts"
import type { WorkTally } from "../../placement/WorkunitStore.ts"

/** The figures of some work. Numbers of actions, unless they say otherwise. */
export interface WorkFigures {
  /** The number of workunits, including saves. */
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
  /** Labels of the person that were rejected. */
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
  /** The person whose figures are added up; null for everybody. */
  readonly user: Username | null
}

type Place = Omit<FiguresRow, "figures">

type Sums = { -readonly [Name in keyof WorkFigures]: number }

/** Adds up the figures of tallies. */
export class FigureTable {
  readonly #request: FiguresRequest
  readonly #rows = new Map<string, Place & { readonly figures: Sums }>()

  constructor(request: FiguresRequest) {
    this.#request = request
  }

  /** Adds tallies, one with each step. `days` are the names of the days by the spans of the tallies. */
  *add(tallies: ReadonlyArray<WorkTally>, days: ReadonlyArray<string>): Generator<void, void> {
    for (const tally of tallies) {
      this.#addTally(tally, days[tally.span] ?? null)
      yield
    }
  }

  /** Ordered by day, person, kind of work and category. */
  listRows(): ReadonlyArray<FiguresRow> {
    return [...this.#rows.values()].sort(compareRows)
  }

  #addTally(tally: WorkTally, day: string | null): void {
    const place = { day, person: tally.user, workType: tally.workType, category: null }
    if (this.#request.by.includes("category")) {
      for (const [category, figures] of countObjects(tally)) this.#addFigures({ ...place, category }, figures)
      return
    }
    this.#addFigures(place, countWork(tally))
    const { labeler } = tally
    if (labeler !== null)
      this.#addFigures({ ...place, person: labeler, workType: "label" }, countReview(tally))
  }

  #addFigures(place: Place, figures: Partial<WorkFigures>): void {
    const { by, user } = this.#request
    if (user !== null && place.person !== user) return
    const day = by.includes("day") ? place.day : null
    const person = by.includes("person") ? place.person : null
    const workType = by.includes("work_type") ? place.workType : null
    const category = by.includes("category") ? place.category : null
    const key = `${day}/${person}/${workType}/${category}`
    const row = this.#rows.get(key) ?? { day, person, workType, category, figures: { ...noFigures } }
    this.#rows.set(key, row)
    addFigures(row.figures, figures)
  }
}

const addFigures = (sums: Sums, figures: Partial<WorkFigures>): void => {
  for (const name of figureNames) sums[name] += figures[name] ?? 0
}

/** The names of all figures. Cast: those are the keys of the object. */
export const figureNames = Object.keys(noFigures) as ReadonlyArray<keyof WorkFigures>

/** The figures of the person who did the work. */
const countWork = (tally: WorkTally): Partial<WorkFigures> => {
  if (tally.action === "undo") return countUndone(tally)
  const { action, inactiveTime, objects, reviewedBefore, time, workType, workunits } = tally
  const countIf = (does: boolean) => (does ? workunits : 0)
  const inQueue = workType !== "normal"
  const sums = { objectsCreated: 0, objectsChanged: 0, objectsRemoved: 0 }
  for (const figures of countObjects(tally).values()) {
    sums.objectsCreated += figures.objectsCreated
    sums.objectsChanged += figures.objectsChanged
    sums.objectsRemoved += figures.objectsRemoved
  }
  return {
    ...sums,
    workunits,
    time,
    inactiveTime,
    submitted: countIf(inQueue && action === "submit"),
    resubmitted: countIf(inQueue && action === "submit" && reviewedBefore === true),
    saved: countIf(inQueue && action === "save"),
    skipped: countIf(inQueue && action === "skip"),
    accepted: countIf(inQueue && action === "accept"),
    rejected: countIf(inQueue && action === "reject"),
    edited: countIf(!inQueue),
    objectsUnknown: countIf(objects === null),
  }
}

/** Work that was taken back counts no longer. Its time was spent. */
const countUndone = (tally: WorkTally): Partial<WorkFigures> => {
  const action = tally.workType === "review" ? "accept" : "submit"
  const { time, workunits, ...figures } = countWork({ ...tally, action })
  return { ...subtract(figures), workunits: tally.workunits }
}

const subtract = (figures: Partial<WorkFigures>): Partial<WorkFigures> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, 0 - figure]))

/** The figures of the person whose label was reviewed. */
const countReview = (tally: WorkTally): Partial<WorkFigures> =>
  tally.action === "undo" ? subtract(countReview({ ...tally, action: "accept" })) : countReviewed(tally)

const countReviewed = ({ action, reviewedBefore, workunits }: WorkTally): Partial<WorkFigures> => ({
  returned: action === "reject" ? workunits : 0,
  firstReviews: reviewedBefore === false ? workunits : 0,
  firstReviewsAccepted: reviewedBefore === false && action === "accept" ? workunits : 0,
})

type ObjectFigures = Pick<WorkFigures, "objectsCreated" | "objectsChanged" | "objectsRemoved">

/** The objects of some work by category. */
const countObjects = ({ action, objects, workunits }: WorkTally): ReadonlyMap<number, ObjectFigures> =>
  new Map(
    [...(objects === null ? [] : parseObjectChanges(objects))].map(
      ([category, [created, changed, removed]]) => {
        const times = action === "undo" ? -workunits : workunits
        const figures = {
          objectsCreated: created * times,
          objectsChanged: changed * times,
          objectsRemoved: removed * times,
        }
        return [category, figures]
      },
    ),
  )

const compareRows = (a: FiguresRow, b: FiguresRow): number =>
  compareTexts(a.day, b.day) ||
  compareTexts(a.person, b.person) ||
  compareTexts(a.workType, b.workType) ||
  (a.category ?? 0) - (b.category ?? 0)

const compareTexts = (a: string | null, b: string | null): number =>
  (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0
