/** The response about the server for its operators. */
import { AtOrNull, JobKind, QueueName, TextOrNull } from "@annotary/core/effect"
import { Schema } from "effect"

const Count = Schema.Int.pipe(Schema.nonNegative())

export const ServerStatus = Schema.Struct({
  version: Schema.String,
  runtime: TextOrNull.annotations({ description: "The runtime of the process that answered" }),
  roles: Schema.Array(Schema.String).annotations({
    description: "The roles of the process that answered. Other processes can have other roles",
  }),
  database: TextOrNull.annotations({ description: "The kind of the database" }),
  ready: Schema.Boolean.annotations({
    description: "Whether the database is available, writable and intact",
  }),
  work: Schema.NullOr(
    Schema.Struct({
      jobs: Schema.Array(
        Schema.Struct({ kind: JobKind, waiting: Count, running: Count, oldest_waiting_at: AtOrNull }),
      ).annotations({ description: "Unfinished jobs by kind" }),
      queues: Schema.Struct({ labeling: Count, reviewing: Count }).annotations({
        description: "Samples of all datasets that are waiting in a queue, including claimed samples",
      }),
      claims: Schema.Array(Schema.Struct({ queue: QueueName, open: Count, expired: Count })),
      oldest_event_at: AtOrNull,
    }),
  ).annotations({ description: "The backlog in the database; null while it does not respond" }),
  deliveries: Schema.NullOr(
    Schema.Struct({ pending: Count, leased: Count, held: Count, lag_seconds: Schema.Number }),
  ).annotations({
    description: "Unfinished webhook deliveries; null while the database does not respond",
  }),
  connections: Schema.NullOr(
    Schema.Struct({ busy: Count, idle: Count, limit: Count, waiting: Count }),
  ).annotations({
    description: "The database connections of the process; null for a storage without a pool",
  }),
}).annotations({
  identifier: "ServerStatus",
  description: "The state of the server. Numbers can be a few seconds old and are counted up to a limit",
})
