/** Responses with figures of work. */
import { At, NumberOrNull, TextOrNull, WorkType } from "@annotary/core/effect"
import { Schema } from "effect"

const makeNumber = (description: string) => Schema.Int.annotations({ description })

/** The objects of some work. */
const objects = {
  objects_created: makeNumber("Objects created; a track of a sequence counts as one object"),
  objects_changed: makeNumber("Objects changed"),
  objects_removed: makeNumber("Objects removed"),
}

/** All figures of some work. */
export const figures = {
  workunits: makeNumber("The number of workunits, including saves"),
  submitted: makeNumber("Labels submitted"),
  resubmitted: makeNumber("Labels submitted again after a review"),
  saved: makeNumber("Saves of unfinished work"),
  skipped: makeNumber("Samples skipped, in either queue"),
  accepted: makeNumber("Labels accepted in review"),
  rejected: makeNumber("Labels rejected in review"),
  edited: makeNumber("Changes outside the queues"),
  returned: makeNumber("Labels of the person that were rejected"),
  first_reviews: makeNumber("Labels of the person that were reviewed for the first time"),
  first_reviews_accepted: makeNumber("The number of `first_reviews` that were accepted"),
  first_pass_acceptance: NumberOrNull.annotations({
    description: "The share of `first_reviews` that were accepted, 0 to 1; null when there are none",
  }),
  ...objects,
  objects_unknown: makeNumber("Workunits of earlier versions, which did not count objects"),
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
    TextOrNull.annotations({
      description: "The name of the category; null when it is no longer in the configuration",
    }),
  ),
}

const FiguresRow = Schema.Struct({
  ...dimensions,
  ...figures,
}).annotations({ identifier: "FiguresRow" })

const CategoryRow = Schema.Struct({ ...dimensions, ...objects }).annotations({
  identifier: "CategoryFiguresRow",
  description: "Statistics of the objects of one category",
})

export const StatisticsRecord = Schema.Struct({
  start: At,
  end: At,
  time_zone: Schema.String,
  by: Schema.Array(Schema.Literal("day", "person", "work_type", "category")),
  rows: Schema.Array(Schema.Union(FiguresRow, CategoryRow)).annotations({
    description:
      "Rows ordered by day, person, kind of work and category. Combinations without work are omitted",
  }),
  total: Figures,
}).annotations({ identifier: "Statistics", description: "Statistics of the work on a dataset" })
