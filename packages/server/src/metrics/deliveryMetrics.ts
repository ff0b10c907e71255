/**
 * Gauges of the webhook deliveries in the database, for processes without the dispatcher, which reports the same: without any
 * worker, they show what waits for one.
 */
import type { Backlog } from "@annotary/core/effect"
import { Option } from "effect"
import type { Family } from "./family.ts"
import { makeGauges, makeSingle } from "./gauge.ts"

/** The families of a backlog; none without one. */
export const makeDeliveryFamilies = (backlog: Option.Option<Backlog>): ReadonlyArray<Family> =>
  Option.match(backlog, {
    onNone: () => [],
    onSome: ({ held, lagMillis, leased, pending }) => [
      makeSingle(
        "annotary_webhook_due_lag_seconds",
        "How late the delivery is that has been due longest: the one to raise an alarm on.",
        "gauge",
        lagMillis / 1000,
      ),
      makeGauges("annotary_webhook_backlog", "Undelivered deliveries, by state; counted up to a limit.", [
        { labels: { state: "pending" }, value: pending },
        { labels: { state: "leased" }, value: leased },
        { labels: { state: "held" }, value: held },
      ]),
    ],
  })
