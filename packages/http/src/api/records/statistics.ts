/** Responses with figures of work. */
import { At, NumberOrNull, TextOrNull, WorkType } from "@annotary/core/effect"
import { Schema } from "effect"

const makeNumber = (description: string) => Schema.Int.annotations({ description })

/** The objects of some work. */
const objects = {
  objects_created: makeNumber("Objects made; in a sequence a track is one object"),
  objects_changed: makeNumber("Objects changed"),
  objects_removed: makeNumber("Objects removed"),
}

/** All figures of some work. */
export const figures = {
  workunits: makeNumber("All pieces of work, saves among them"),
  submitted: makeNumber("Labels handed in"),
  resubmitted: makeNumber("Those handed in again after a review"),
  saved: makeNumber("Saves of unfinished work"),
  skipped: makeNumber("Samples skipped, in either queue"),
  accepted: makeNumber("Labels accepted in review"),
  rejected: makeNumber("Labels rejected in review"),
  edited: makeNumber("Writes outside of the queues"),
  returned: makeNumber("Labels of the person that somebody rejected"),
  first_reviews: makeNumber("Labels of the person that somebody reviewed for the first time"),
  first_reviews_accepted: makeNumber("Those of first_reviews that were accepted"),
  first_pass_acceptance: NumberOrNull.annotations({
    description: "The share of first_reviews that were accepted, 0 to 1; null without any",
  }),
  ...objects,
  objects_unknown: makeNumber("Pieces of work by earlier versions, which counted no objects"),
  time: makeNumber("Active milliseconds"),
  inactive_time: makeNumber("Idle milliseconds"),
}

export const Figures = Schema.Struct(figures).annotations({ identifier: "Figures" })

/** The dimensions of a row, as far as they were asked for. */
const dimensions = {
  day: Schema.optional(
    Schema.String.annotations({
      description: "In the time zone",
      jsonSchema: { type: "string", format: "date" },
    }),
  ),
  person: Schema.optional(Schema.String),
  work_type: Schema.optional(WorkType),
  category_id: Schema.optional(Schema.Int),
  category: Schema.optional(
    TextOrNull.annotations({ description: "Null where the configuration has no such category any more" }),
  ),
}

const FiguresRow = Schema.Struct({
  ...dimensions,
  ...figures,
}).annotations({ identifier: "FiguresRow" })

const CategoryRow = Schema.Struct({ ...dimensions, ...objects }).annotations({
  identifier: "CategoryFiguresRow",
  description: "Of the objects of one category",
})

export const StatisticsRecord = Schema.Struct({
  start: At,
  end: At,
  time_zone: Schema.String,
  by: Schema.Array(Schema.Literal("day", "person", "work_type", "category")),
  rows: Schema.Array(Schema.Union(FiguresRow, CategoryRow)).annotations({
    description: "Ordered by day, person, kind of work and category; without work there is no row",
  }),
  total: Figures,
}).annotations({ identifier: "Statistics", description: "Figures of the work on a dataset" })
