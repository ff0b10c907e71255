/** The report of an account's removal as JSON. */
import { Schema } from "effect"
import type { FieldsOf } from "../domain/wire/shared.ts"
import type { RemovalReport } from "./AccountRemoval.ts"

const Count = Schema.Int.pipe(Schema.nonNegative())

/** A report as JSON. */
export const RemovalJson = Schema.Struct({
  username: Schema.String.annotations({ description: "The pseudonym that replaces the name" }),
  datasets: Schema.Array(Schema.Struct({ dataset: Schema.String, rows: Count })).annotations({
    description: "The datasets with rows that contained the name",
  }),
  other_rows: Count,
  api_keys: Count,
  memberships: Count,
  collaborations: Count,
  webhook_endpoints: Count,
  events: Schema.NullOr(Count).annotations({
    description:
      "The number of deleted webhook events; null when they are deleted at the end of their retention",
  }),
  compacted: Schema.Boolean.annotations({
    description: "Whether deleted rows were removed from the files of the database",
  }),
  releases: Schema.Array(
    Schema.Struct({
      dataset: Schema.String,
      release: Schema.String,
      outcome: Schema.Literal("kept", "deleted", "remade"),
    }),
  ).annotations({ description: "The releases whose file contained the name" }),
}).annotations({ identifier: "AccountRemoval", description: "The result of deleting a person" })

/** The JSON of a report. */
export const toRemovalJson = (report: RemovalReport): FieldsOf<typeof RemovalJson> => ({
  username: report.username,
  datasets: report.datasets.map(({ dataset, rows }) => ({ dataset, rows })),
  other_rows: report.otherRows,
  api_keys: report.closed.apiKeys,
  memberships: report.closed.memberships,
  collaborations: report.closed.collaborations,
  webhook_endpoints: report.closed.endpoints,
  events: report.events,
  compacted: report.compacted,
  releases: report.releases.map(({ dataset, outcome, release }) => ({ dataset, release, outcome })),
})
