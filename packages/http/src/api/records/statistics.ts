/** Responses with figures of work. */
import { At, NumberOrNull, TextOrNull, WorkType } from "@annotary/core/effect"
import { Schema } from "effect"

const number = (description: string) => Schema.Int.annotations({ description })

/** The objects of some work. */
const objects = {
  objects_created: number("Objects made; in a sequence a track is one object"),
  objects_changed: number("Objects changed"),
  objects_removed: number("Objects removed"),
}

/** All figures of some work. */
export const figures = {
  workunits: number("All pieces of work, saves among them"),
  submitted: number("Labels handed in"),
  resubmitted: number("Those handed in again after a review"),
  saved: number("Saves of unfinished work"),
  skipped: number("Samples skipped, in either queue"),
  accepted: number("Labels accepted in review"),
  rejected: number("Labels rejected in review"),
  edited: number("Writes outside of the queues"),
  returned: number("Labels of the person that somebody rejected"),
  first_reviews: number("Labels of the person that somebody reviewed for the first time"),
  first_reviews_accepted: number("Those of first_reviews that were accepted"),
  first_pass_acceptance: NumberOrNull.annotations({
    description: "The share of first_reviews that were accepted, 0 to 1; null without any",
  }),
  ...objects,
  objects_unknown: number("Pieces of work by earlier versions, which counted no objects"),
  time: number("Active milliseconds"),
  inactive_time: number("Idle milliseconds"),
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
