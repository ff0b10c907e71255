/** Responses about gold samples. */
import { AnyObject, AnyObjectOrNull, At, NumberOrNull, TextOrNull, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

const answerCounts = {
  answers: Schema.Int.annotations({ description: "The number of answers that were compared, or skipped" }),
  passed: Schema.Int.annotations({ description: "The number of those that agree with the known label" }),
  not_compared: Schema.Int.annotations({
    description:
      "The number of labels that were not compared, such as bitmaps, and of answers to a known label that was replaced since; they do not count",
  }),
  mean_score: NumberOrNull.annotations({
    description: "The mean agreement of the labels that count, from 0 to 1",
  }),
}

const answerResult = {
  score: NumberOrNull.annotations({
    description:
      "The agreement with the known label, from 0 to 1. Null for a sample that was skipped, and for a label that was not compared",
  }),
  passed: Schema.NullOr(Schema.Boolean).annotations({
    description:
      "Whether the agreement was at least `gold_agreement`. Null for a label that was not compared, and for an outdated answer",
  }),
  outdated: Schema.Boolean.annotations({
    description:
      "Whether the known label was replaced since the answer, which does not count then. `score` is the agreement with the known label before",
  }),
  counted: Schema.Boolean.annotations({
    description:
      "Whether it decides about the next pause of the person, if it was compared and is not outdated: those before their last pause do not",
  }),
  answered_at: At,
}

export const GoldAnswerRecord = Schema.Struct({
  user: Schema.String,
  ...answerResult,
  label_status: Schema.NullOr(Schema.Literal("LABELED", "SKIPPED", "LABELING_IN_PROGRESS")).annotations({
    description:
      "LABELED or SKIPPED. Null where the label went, because the sample was returned to the queue since",
  }),
  attributes: AnyObjectOrNull.annotations({ description: "The label of the person" }),
  comment: TextOrNull.annotations({
    description: "What the person wrote to the reviewer. It opened no issue",
  }),
}).annotations({ identifier: "GoldAnswer", description: "The result of a person on a gold sample" })

export const GoldPersonAnswerRecord = Schema.Struct({
  sample_uuid: Uuid,
  name: TextOrNull.annotations({ description: "The name of the sample. Null where it was deleted since" }),
  ...answerResult,
}).annotations({
  identifier: "GoldPersonAnswer",
  description: "A person's result on one of the gold samples of a dataset",
})

export const GoldSampleRecord = Schema.Struct({
  sample_uuid: Uuid,
  attributes: AnyObject.annotations({ description: "The known label" }),
  created_at: At,
  created_by: Schema.String,
  answers: Schema.Array(GoldAnswerRecord).annotations({ description: "The latest 100" }),
}).annotations({ identifier: "GoldSample", description: "A sample whose label is known" })

export const GoldFiguresRecord = Schema.Struct({
  sample_uuid: Uuid,
  name: Schema.String.annotations({ description: "The name of the sample" }),
  created_at: At,
  created_by: Schema.String,
  ...answerCounts,
}).annotations({
  identifier: "GoldSampleFigures",
  description: "A gold sample with the figures of its answers",
})

export const GoldPersonRecord = Schema.Struct({
  user: Schema.String,
  ...answerCounts,
  share: NumberOrNull.annotations({ description: "`passed` of `answers`; null without answers" }),
  share_low: NumberOrNull.annotations({
    description:
      "The lower of the limits between which the true share lies with 95 % confidence (Wilson's score interval)",
  }),
  share_high: NumberOrNull.annotations({ description: "The higher of these limits" }),
  counted: Schema.Struct({ answers: Schema.Int, passed: Schema.Int }).annotations({
    description: "The answers since the last pause of the person ended, which decide about the next one",
  }),
}).annotations({ identifier: "GoldPerson", description: "The results of a person on gold samples" })
