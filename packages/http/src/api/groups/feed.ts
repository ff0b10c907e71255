/** The event feed of an account. The same endpoints exist for the own account and for organizations. */
import {
  EventId,
  EventType,
  EventTypePattern,
  EventTypeSelector,
  feedLimits,
  WebhookConflict,
} from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { makeWholeParameter } from "../parameters.ts"
import { Permission, type Rule } from "../permission.ts"
import { CloudEventRecord, FeedEventRecord, FeedRecord } from "../records/webhook.ts"
import { addChangeErrors, statuses } from "../statuses.ts"
import { addWebhookErrors, Listed, makeListParameter, ofOneself, ofOrganization } from "./accountEvents.ts"

const feedParameters = {
  after: Schema.optionalWith(EventId, { exact: true }).annotations({
    description: "The position to continue from: the id of an event, or `annotary-position`",
  }),
  event_type: makeListParameter(EventTypeSelector, [...EventType.literals, ...EventTypePattern.literals]),
  dataset: Schema.optionalWith(
    Listed.annotations({
      description: "Between commas: `owner/name` of datasets of the account; all by default",
    }),
    { exact: true },
  ),
  format: Schema.optionalWith(Schema.Literal("webhook", "cloudevents"), {
    default: () => "webhook" as const,
  }),
}

export const FeedQuery = Schema.Struct({
  ...feedParameters,
  per_page: makeWholeParameter(1, feedLimits.events, feedLimits.events),
  wait: makeWholeParameter(0, feedLimits.waitSeconds, 0),
})

/** The longest stream, in seconds: its client then signs in again. */
const longestStream = 300

export const FeedStreamQuery = Schema.Struct({
  ...feedParameters,
  wait: makeWholeParameter(0, longestStream, longestStream),
})

const makeFeedGroup = <const Name extends string>(
  name: Name,
  prefix: `/${string}`,
  account: typeof ofOrganization.account,
  rule: Rule,
) =>
  HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.put("enable", `${prefix}/`)
        .setPath(account)
        .addSuccess(FeedRecord)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Switch the event feed on")
        .annotate(
          OpenApi.Description,
          "Events are kept for the feed from now on, but for those of changes that run at this moment. No webhook is sent for it.",
        )
        .pipe(addChangeErrors),
    )
    .add(
      HttpApiEndpoint.del("disable", `${prefix}/`)
        .setPath(account)
        .addSuccess(HttpApiSchema.NoContent)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Switch the event feed off")
        .pipe(addChangeErrors),
    )
    .add(
      HttpApiEndpoint.get("read", `${prefix}/`)
        .setPath(account)
        .setUrlParams(FeedQuery)
        .addSuccess(Schema.Array(Schema.Union(FeedEventRecord, CloudEventRecord)))
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Read events in their order, oldest first")
        .annotate(
          OpenApi.Description,
          "At least once: continue after `annotary-position`, which every answer has as a header, and store it after the events. Only a page with events has a `next` link. `wait` waits up to so many seconds for an event. Without `after` the feed begins with the oldest event that is kept. 409 `feed_off` while the feed is off, and `cursor_expired` where events after the position may be missing. On PostgreSQL an event appears about 10 seconds after its change, when no earlier one can follow.",
        )
        .pipe(addWebhookErrors)
        .addError(WebhookConflict, { status: statuses.WebhookConflict }),
    )
    .add(
      HttpApiEndpoint.get("stream", `${prefix}/stream/`)
        .setPath(account)
        .setUrlParams(FeedStreamQuery)
        .addSuccess(HttpApiSchema.Text({ contentType: "text/event-stream" }))
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Read events as server-sent events")
        .annotate(
          OpenApi.Description,
          "The stream ends after `wait` seconds, with 0 after its first page; continue with its last id in the header `Last-Event-ID`, as every client of server-sent events does by itself. Ids without an event tell the position while there is none.",
        )
        .pipe(addWebhookErrors)
        .addError(WebhookConflict, { status: statuses.WebhookConflict }),
    )

export class FeedApi extends makeFeedGroup("feed", "/user/events", ofOneself.account, "person")
  .annotate(
    OpenApi.Description,
    "The events of your datasets for readers without an address that webhooks could reach.",
  )
  .annotate(OpenApi.Title, "Event feed") {}

export class OrganizationFeedApi extends makeFeedGroup(
  "organizationFeed",
  "/organizations/:organization/events",
  ofOrganization.account,
  "organization_admin",
)
  .annotate(OpenApi.Description, "The events of an organization's datasets, for its admins.")
  .annotate(OpenApi.Title, "Event feed of organizations") {}
