/** Webhooks: the endpoints and deliveries of an account. The same endpoints exist for the own account and for organizations. */
import {
  DeliveryId,
  DeliveryState,
  EventType,
  KeySet,
  KeySetId,
  UserJson,
  WebhookNotFound,
} from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Instant } from "../instant.ts"
import { makeWholeParameter, OrganizationPath } from "../parameters.ts"
import {
  NewWebhookEndpoint,
  StatusClass,
  WebhookBulk,
  WebhookEndpointChange,
  WebhookRecovery,
  WebhookRotation,
  WebhookTest,
} from "../payloads/webhook.ts"
import { Permission, type Rule, recentSignIn } from "../permission.ts"
import { Public, SecretAnswer } from "../rawJson.ts"
import {
  WebhookBulkRecord,
  WebhookDeliveryDetails,
  WebhookDeliveryRecord,
  WebhookEndpointRecord,
  WebhookEventTypeRecord,
  WebhookRecoveryRecord,
  WebhookSecret,
} from "../records/webhook.ts"
import { addChangeErrors, addKeyErrors, statuses } from "../statuses.ts"
import {
  addWebhookChangeErrors,
  addWebhookErrors,
  makeListParameter,
  ofOneself,
  ofOrganization,
  type Paths,
} from "./accountEvents.ts"

export const DeliveryQuery = Schema.Struct({
  state: makeListParameter(DeliveryState, DeliveryState.literals),
  event_type: makeListParameter(EventType, EventType.literals),
  status: makeListParameter(StatusClass, StatusClass.literals),
  since: Schema.optionalWith(Instant, { exact: true }),
  until: Schema.optionalWith(Instant, { exact: true }),
  dataset: Schema.optionalWith(Schema.String, { exact: true }),
  cursor: Schema.optionalWith(DeliveryId, { exact: true }),
  per_page: makeWholeParameter(1, 1000, 100),
})

const makeAccountGroup = <const Name extends string>(
  name: Name,
  prefix: `/${string}`,
  paths: Paths,
  rule: Rule,
) => {
  const { account, delivery, endpoint } = paths
  return HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("list", `${prefix}/endpoints/`)
        .setPath(account)
        .addSuccess(Schema.Array(WebhookEndpointRecord))
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "List endpoints, oldest first")
        .pipe(addWebhookErrors),
    )
    .add(
      HttpApiEndpoint.post("create", `${prefix}/endpoints/`)
        .setPath(account)
        .setPayload(NewWebhookEndpoint)
        .addSuccess(WebhookEndpointRecord, { status: 201 })
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Add an endpoint")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.get("get", `${prefix}/endpoints/:endpoint/`)
        .setPath(endpoint)
        .addSuccess(WebhookEndpointRecord)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Get an endpoint")
        .pipe(addWebhookErrors),
    )
    .add(
      HttpApiEndpoint.patch("update", `${prefix}/endpoints/:endpoint/`)
        .setPath(endpoint)
        .setPayload(WebhookEndpointChange)
        .addSuccess(WebhookEndpointRecord)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Update the sent fields of an endpoint; null clears a field")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.del("remove", `${prefix}/endpoints/:endpoint/`)
        .setPath(endpoint)
        .addSuccess(HttpApiSchema.NoContent)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Delete an endpoint and its deliveries")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.get("secret", `${prefix}/endpoints/:endpoint/secret/`)
        .setPath(endpoint)
        .addSuccess(WebhookSecret)
        .annotate(Permission, rule)
        .annotate(OpenApi.Description, recentSignIn)
        .annotate(SecretAnswer, true)
        .annotate(
          OpenApi.Summary,
          "Get the key that verifies deliveries: a secret, or the public key of a `v1a` pair",
        )
        .pipe(addWebhookErrors),
    )
    .add(
      HttpApiEndpoint.post("rotate", `${prefix}/endpoints/:endpoint/secret/rotate/`)
        .setPath(endpoint)
        .setPayload(WebhookRotation)
        .addSuccess(WebhookEndpointRecord)
        .annotate(Permission, rule)
        .annotate(OpenApi.Description, recentSignIn)
        .annotate(OpenApi.Summary, "Rotate the signing secret; the old secrets also sign until they expire")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.post("test", `${prefix}/endpoints/:endpoint/test/`)
        .setPath(endpoint)
        .setPayload(WebhookTest)
        .addSuccess(WebhookDeliveryRecord, { status: 202 })
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Send a test event")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.get("listDeliveries", `${prefix}/endpoints/:endpoint/deliveries/`)
        .setPath(endpoint)
        .setUrlParams(DeliveryQuery)
        .addSuccess(Schema.Array(WebhookDeliveryRecord))
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "List the deliveries of an endpoint, newest event first")
        .annotate(
          OpenApi.Description,
          "A page may have fewer rows than requested; more follow as long as it has a `next` link.",
        )
        .pipe(addWebhookErrors),
    )
    .add(
      HttpApiEndpoint.get("listAllDeliveries", `${prefix}/deliveries/`)
        .setPath(account)
        .setUrlParams(DeliveryQuery)
        .addSuccess(Schema.Array(WebhookDeliveryRecord))
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "List the deliveries of all endpoints, newest event first")
        .annotate(
          OpenApi.Description,
          "A page may have fewer rows than requested; more follow as long as it has a `next` link.",
        )
        .pipe(addWebhookErrors),
    )
    .add(
      HttpApiEndpoint.get("getDelivery", `${prefix}/deliveries/:delivery/`)
        .setPath(delivery)
        .addSuccess(WebhookDeliveryDetails)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Get a delivery with its attempts")
        .pipe(addWebhookErrors),
    )
    .add(
      HttpApiEndpoint.post("replay", `${prefix}/deliveries/:delivery/replay/`)
        .setPath(delivery)
        .addSuccess(WebhookDeliveryRecord, { status: 202 })
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Replay a delivery now, with the same event and id")
        .annotate(OpenApi.Description, "Also works while it waits for its next attempt.")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.post("skip", `${prefix}/deliveries/:delivery/skip/`)
        .setPath(delivery)
        .addSuccess(WebhookDeliveryRecord)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Skip a waiting delivery, so that the ones behind it proceed")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.post("cancel", `${prefix}/deliveries/:delivery/cancel/`)
        .setPath(delivery)
        .addSuccess(WebhookDeliveryRecord)
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Cancel a pending or held delivery")
        .annotate(OpenApi.Description, "Only a replay sends it after that.")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.post("bulk", `${prefix}/endpoints/:endpoint/deliveries/bulk/`)
        .setPath(endpoint)
        .setPayload(WebhookBulk)
        .addSuccess(WebhookBulkRecord)
        .annotate(Permission, rule)
        .annotate(
          OpenApi.Summary,
          "Replay, skip, cancel or count all matching deliveries; about 10 000 per call",
        )
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.post("recover", `${prefix}/endpoints/:endpoint/recover/`)
        .setPath(endpoint)
        .setPayload(WebhookRecovery)
        .addSuccess(WebhookRecoveryRecord, { status: 202 })
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "Recover the dead, held and optionally missing deliveries of a period")
        .annotate(OpenApi.Description, "Runs in the background.")
        .pipe(addWebhookChangeErrors),
    )
    .add(
      HttpApiEndpoint.get("listRecoveries", `${prefix}/endpoints/:endpoint/recoveries/`)
        .setPath(endpoint)
        .addSuccess(Schema.Array(WebhookRecoveryRecord))
        .annotate(Permission, rule)
        .annotate(OpenApi.Summary, "List recoveries and their progress, newest first")
        .pipe(addWebhookErrors),
    )
}

export class WebhooksApi extends makeAccountGroup("webhooks", "/user/webhooks", ofOneself, "person")
  .add(
    HttpApiEndpoint.get("listEventTypes", "/webhooks/event-types/")
      .addSuccess(Schema.Array(WebhookEventTypeRecord))
      .annotate(Permission, "person")
      .annotate(OpenApi.Summary, "List event types, with payload schemas and examples")
      .pipe(addKeyErrors),
  )
  .add(
    HttpApiEndpoint.get("keySet", "/users/:key_set/webhooks/jwks.json")
      .setPath(Schema.Struct({ key_set: KeySetId }))
      .addSuccess(KeySet.annotations({ identifier: "WebhookKeySet" }))
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Get the public keys of an account as a JSON Web Key Set")
      .annotate(
        OpenApi.Description,
        "The URL is in the field `jwks_url` of an endpoint. It does not reveal the account.",
      )
      .addError(WebhookNotFound, { status: statuses.WebhookNotFound }),
  )
  .annotate(OpenApi.Description, "Endpoints that receive events of your datasets, and their deliveries.")
  .annotate(OpenApi.Title, "Webhooks") {}

export class OrganizationWebhooksApi extends makeAccountGroup(
  "organizationWebhooks",
  "/organizations/:organization/webhooks",
  ofOrganization,
  "organization_admin",
)
  .add(
    HttpApiEndpoint.put("enable", "/organizations/:organization/webhooks/")
      .setPath(OrganizationPath)
      .addSuccess(UserJson)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Enable webhooks for the datasets of an organization")
      .annotate(OpenApi.Description, "Events are recorded from now on.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("disable", "/organizations/:organization/webhooks/")
      .setPath(OrganizationPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Disable webhooks")
      .annotate(OpenApi.Description, "Events are no longer recorded or sent. Endpoints are kept.")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Endpoints and deliveries of an organization, for its admins.")
  .annotate(OpenApi.Title, "Webhooks of organizations") {}
