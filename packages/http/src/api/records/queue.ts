/** Responses about queues: waiting samples, their reasons, and finished work. */
import {
  At,
  AtOrNull,
  QueueName,
  QueueStep,
  SampleId,
  TextOrNull,
  Uuid,
  WorkType,
} from "@annotary/core/effect"
import { Schema } from "effect"
import { figures } from "./statistics.ts"

const Waiting = Schema.Struct({
  uuid: Uuid,
  name: Schema.String,
  priority: Schema.Number,
  assigned_labeler: TextOrNull,
  assigned_reviewer: TextOrNull,
  created_at: At,
}).annotations({ identifier: "WaitingSample" })

export const QueueStepRecord = Schema.Struct({
  step: QueueStep,
  waiting: Schema.Int.annotations({ description: "The number of waiting samples, counted up to 1000" }),
  capped: Schema.Boolean.annotations({ description: "Whether there are more samples than were counted" }),
  samples: Schema.Array(Waiting).annotations({ description: "The first samples in order" }),
}).annotations({ identifier: "QueueStep" })

const Obstacle = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  reason: Schema.optional(
    Schema.String.annotations({ description: "The reason of a pause. Absent for other codes" }),
  ),
  count: Schema.Int,
  samples: Schema.Array(Schema.Struct({ sample_uuid: Uuid, user: TextOrNull, until: AtOrNull })),
}).annotations({ identifier: "QueueObstacle" })

export const QueueExplanation = Schema.Struct({
  queue: QueueName,
  user: Schema.String,
  next: Schema.NullOr(
    Schema.Struct({
      sample: Waiting,
      step: QueueStep,
      reason: Schema.String,
      claim_id: Schema.NullOr(Uuid).annotations({
        description: "The user's open claim, which is returned again",
      }),
    }),
  ),
  steps: Schema.Array(QueueStepRecord),
  obstacles: Schema.Array(Obstacle).annotations({
    description: "The reasons why no sample would be claimed",
  }),
}).annotations({ identifier: "QueueExplanation" })

export const ThroughputRecord = Schema.Struct({
  start: At,
  end: At,
  days: Schema.Array(
    Schema.Struct({
      day: Schema.String.annotations({
        description: "In UTC",
        jsonSchema: { type: "string", format: "date" },
      }),
      work_type: WorkType,
      workunits: Schema.Int.annotations({ description: "The number of finished workunits, without saves" }),
      submitted: figures.submitted,
      skipped: figures.skipped,
      accepted: figures.accepted,
      rejected: figures.rejected,
    }),
  ).annotations({ description: "Rows by day and kind. Days without work are omitted" }),
}).annotations({ identifier: "Throughput", description: "The finished work of each day" })

export const QueueStatsRecord = Schema.Struct({
  start: At,
  end: At,
  people: Schema.Array(
    Schema.Struct({
      user: Schema.String,
      work_type: WorkType,
      ...figures,
    }),
  ),
}).annotations({ identifier: "QueueStats" })

export const ReviewDrawRecord = Schema.Struct({
  sample_uuid: SampleId,
  review_rate: Schema.Number,
  draw: Schema.NullOr(Schema.Number).annotations({
    description: "From 0 to below 1; null until the label of the sample was submitted",
  }),
  drawn: Schema.NullOr(Schema.Boolean).annotations({
    description: "Whether the draw is below `review_rate`; null like the draw",
  }),
}).annotations({ identifier: "ReviewDraw", description: "Whether a sample is drawn for a review" })
