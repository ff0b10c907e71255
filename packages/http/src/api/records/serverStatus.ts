/** The response about the server for its operators. */
import { AtOrNull, JobKind, QueueName, TextOrNull } from "@annotary/core/effect"
import { Schema } from "effect"

const Count = Schema.Int.pipe(Schema.nonNegative())

export const ServerStatus = Schema.Struct({
  version: Schema.String,
  runtime: TextOrNull.annotations({ description: "The runtime of the process that answered" }),
  roles: Schema.Array(Schema.String).annotations({
    description: "The roles of the process that answered; other processes may have others",
  }),
  database: TextOrNull.annotations({ description: "The kind of the database" }),
  ready: Schema.Boolean.annotations({
    description: "Whether the database is there, takes writes and is sound",
  }),
  work: Schema.NullOr(
    Schema.Struct({
      jobs: Schema.Array(
        Schema.Struct({ kind: JobKind, waiting: Count, running: Count, oldest_waiting_at: AtOrNull }),
      ).annotations({ description: "Jobs that have not ended, by kind" }),
      queues: Schema.Struct({ labeling: Count, reviewing: Count }).annotations({
        description: "Samples of all datasets that a queue has not ended, claimed ones included",
      }),
      claims: Schema.Array(Schema.Struct({ queue: QueueName, open: Count, expired: Count })),
      oldest_event_at: AtOrNull,
    }),
  ).annotations({ description: "What waits in the database; null while it does not answer" }),
  deliveries: Schema.NullOr(
    Schema.Struct({ pending: Count, leased: Count, held: Count, lag_seconds: Schema.Number }),
  ).annotations({
    description: "Webhook deliveries that have not ended; null while the database does not answer",
  }),
  connections: Schema.NullOr(
    Schema.Struct({ busy: Count, idle: Count, limit: Count, waiting: Count }),
  ).annotations({
    description: "The database connections of the process; null for a storage without a pool",
  }),
}).annotations({
  identifier: "ServerStatus",
  description: "The state of the server. Numbers are at most some seconds old, and counted up to a limit",
})
