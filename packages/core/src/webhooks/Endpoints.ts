import { Effect, Either, Option } from "effect"
import { AuditLog } from "../access/AuditLog.ts"
import type { EventType } from "../domain/Event.ts"
import { InvalidInput } from "../domain/errors.ts"
import { EndpointId, EventId, generateId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import { fromMillis, now, toMillis } from "../domain/Timestamp.ts"
import type { Delivery } from "../domain/webhooks/Delivery.ts"
import type { Endpoint, SealedSecret } from "../domain/webhooks/Endpoint.ts"
import { WebhookConflict } from "../domain/webhooks/errors.ts"
import { listSelectedTypes } from "../domain/webhooks/eventTypeSelector.ts"
import { traced } from "../kernel/traced.ts"
import { Notifier } from "../storage/Notifier.ts"
import { Transaction } from "../storage/Transaction.ts"
import { AccountFinder, type WebhookAccount } from "./AccountFinder.ts"
import { DeliveryStore } from "./DeliveryStore.ts"
import { EndpointDatasets } from "./EndpointDatasets.ts"
import { EndpointFinder } from "./EndpointFinder.ts"
import { EndpointSecrets, rotateSecrets } from "./EndpointSecrets.ts"
import { EndpointStore } from "./EndpointStore.ts"
import { EndpointUrlPolicy } from "./EndpointUrlPolicy.ts"
import { EndpointViews } from "./EndpointViews.ts"
import {
  defaultOverlapSeconds,
  type EndpointPatch,
  findEndpointViolations,
  findSecretViolations,
  maxOverlapSeconds,
  type NewEndpoint,
  type Rotation,
} from "./endpointInput.ts"
import { makeExampleEvent } from "./eventTypes/eventTypes.ts"
import { KeySets } from "./KeySets.ts"
import { WebhookSettings } from "./WebhookSettings.ts"

/** Endpoints of an account, managed by the person or by an organization's admins. */
export class Endpoints extends Effect.Service<Endpoints>()("@annotary/core/Endpoints", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const deliveries = yield* DeliveryStore
    const accounts = yield* AccountFinder
    const { find } = yield* EndpointFinder
    const secrets = yield* EndpointSecrets
    const datasets = yield* EndpointDatasets
    const views = yield* EndpointViews
    const keySets = yield* KeySets
    const audit = yield* AuditLog
    const transaction = yield* Transaction
    const notifier = yield* Notifier
    const urls = yield* EndpointUrlPolicy
    const { maxEndpoints, maxTimeoutSeconds } = yield* WebhookSettings
    const rules = { urls, secrets, maxTimeoutSeconds }

    /** Lists the endpoints of an account, oldest first. */
    const list = traced("Endpoints.list")(function* (account: WebhookAccount = {}) {
      const { username } = yield* accounts.find(account)
      return yield* views.readAll(yield* store.ofOwner(username))
    })

    /** Returns an endpoint of an account. */
    const get = traced("Endpoints.get")(function* (id: EndpointId, account: WebhookAccount = {}) {
      return yield* views.readView(yield* find(id, account))
    })

    /** Creates an endpoint. The answer contains no secret; `secret` returns it. */
    const create = traced("Endpoints.create")(function* (input: NewEndpoint, account: WebhookAccount = {}) {
      const { username } = yield* accounts.find(account)
      yield* checkEndpointInput(input)
      const at = yield* now
      const id = yield* generateId(EndpointId)
      const secret = yield* secrets.create(id, { kind: input.secretKind ?? "v1", text: input.secret }, at)
      const enabled = input.enabled ?? true
      const endpoint: Endpoint = yield* applyPatch(
        {
          id,
          owner: username,
          url: input.url,
          version: null,
          description: "",
          eventTypes: [],
          datasets: null,
          enabled,
          disabledReason: enabled ? null : "owner",
          rateLimit: null,
          headers: [],
          chat: false,
          fifo: false,
          batch: 1,
          retrySchedule: null,
          timeoutSeconds: null,
          timeToLiveSeconds: null,
          secrets: [secret],
          createdAt: at,
          updatedAt: at,
        },
        input,
      )
      const add = Effect.gen(function* () {
        if ((yield* store.ofOwner(username)).length >= maxEndpoints)
          return yield* new WebhookConflict({ code: "too_many_endpoints" })
        yield* store.insert(endpoint)
        yield* ensureKeySet(username, secret)
        yield* note("webhook_endpoint.created", endpoint)
      })
      yield* transaction.run(add)
      return yield* views.readView(endpoint)
    })

    /**
     * Changes the given fields of an endpoint. When it is disabled, its waiting deliveries become held; after it is
     * enabled, a recovery sends them.
     */
    const update = traced("Endpoints.update")(function* (
      id: EndpointId,
      patch: EndpointPatch,
      account: WebhookAccount = {},
    ) {
      yield* find(id, account)
      yield* checkEndpointInput(patch)
      const change = Effect.gen(function* () {
        const before = yield* find(id, account)
        const after = yield* applyPatch({ ...before, updatedAt: yield* now }, patch)
        yield* store.update(after)
        yield* note("webhook_endpoint.updated", after)
        const { enabled = before.enabled } = patch
        if (!(yield* store.setEnabled({ id, reason: enabled ? null : "owner" }))) return after
        yield* note(enabled ? "webhook_endpoint.enabled" : "webhook_endpoint.disabled", after)
        return { ...after, enabled, disabledReason: enabled ? null : ("owner" as const) }
      })
      const endpoint = yield* transaction.run(change)
      if (endpoint.enabled) yield* notifier.notify("deliveries")
      else yield* Effect.repeat(deliveries.pausePending(id, 1000), { while: (held) => held >= 1000 })
      return yield* views.readView(endpoint)
    })

    /** Deletes an endpoint with its secrets. Its deliveries are removed later. */
    const remove = traced("Endpoints.remove")(function* (id: EndpointId, account: WebhookAccount = {}) {
      const change = Effect.gen(function* () {
        const endpoint = yield* find(id, account)
        yield* store.remove(id)
        yield* note("webhook_endpoint.deleted", endpoint)
      })
      yield* transaction.run(change)
    })

    /**
     * Returns what receivers verify deliveries with: the secret in use, `whsec_…`, or the public key of a `v1a` pair,
     * `whpk_…`.
     */
    const getSecret = traced("Endpoints.secret")(function* (id: EndpointId, account: WebhookAccount = {}) {
      return yield* secrets.open(yield* find(id, account))
    })

    /** Lists the signing secrets and headers that cannot be opened, so that deliveries fail. Returns no secret. */
    const listUnreadable = Effect.fnUntraced(function* (id: EndpointId, account: WebhookAccount = {}) {
      return yield* secrets.unreadable(yield* find(id, account), yield* now)
    })

    /**
     * Creates a new secret that signs first. The previous ones sign beside it for a time, or not at all if they
     * leaked.
     */
    const rotate = traced("Endpoints.rotate")(function* (
      id: EndpointId,
      rotation: Rotation = {},
      account: WebhookAccount = {},
    ) {
      const { kind, overlapSeconds = defaultOverlapSeconds, secret: text } = rotation
      yield* find(id, account)
      if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > maxOverlapSeconds)
        return yield* InvalidInput.at(
          "/overlap_seconds",
          `must be a whole number from 0 to ${maxOverlapSeconds}`,
        )
      const errors = findSecretViolations(text, rules)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      const change = Effect.gen(function* () {
        const before = yield* find(id, account)
        const at = yield* now
        const fresh = yield* secrets.create(id, { kind: kind ?? before.secrets[0]?.kind ?? "v1", text }, at)
        const until = fromMillis(toMillis(at) + overlapSeconds * 1000)
        const rotated = rotateSecrets(before.secrets, fresh, at, until)
        if (rotated === null) return yield* new WebhookConflict({ code: "too_many_secrets" })
        const after = { ...before, secrets: rotated, updatedAt: at }
        yield* store.update(after)
        yield* ensureKeySet(after.owner, fresh)
        yield* note("webhook_endpoint.secret_rotated", after, { overlap_seconds: overlapSeconds })
        return after
      })
      return yield* views.readView(yield* transaction.run(change))
    })

    /**
     * Sends a signed example event that is in no outbox: at once and once, beside waiting deliveries, without effect
     * on the endpoint's health. Fails when the endpoint is disabled, because nothing would be sent.
     */
    const test = traced("Endpoints.test")(function* (
      id: EndpointId,
      type?: EventType,
      account: WebhookAccount = {},
    ) {
      const endpoint = yield* find(id, account)
      if (!(yield* accounts.find(account)).webhooksEnabled)
        return yield* new WebhookConflict({ code: "webhooks_off" })
      if (!endpoint.enabled) return yield* new WebhookConflict({ code: "endpoint_disabled" })
      const example = makeExampleEvent(type ?? chooseTestEventType(endpoint))
      const event = {
        ...example,
        id: yield* generateId(EventId),
        datasetId: null,
        trace: null,
        owner: endpoint.owner,
        createdAt: yield* now,
      }
      const delivery: Option.Option<Delivery> = yield* deliveries.addTest(id, event)
      if (Option.isNone(delivery)) return yield* new WebhookConflict({ code: "too_many_tests" })
      yield* notifier.notify("webhook_tests")
      return delivery.value
    })

    const checkEndpointInput = (input: NewEndpoint | EndpointPatch): Effect.Effect<void, InvalidInput> => {
      const errors = findEndpointViolations(input, rules)
      return errors.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ errors }))
    }

    /** The endpoint after a valid patch. */
    const applyPatch = (before: Endpoint, patch: EndpointPatch) =>
      Effect.gen(function* () {
        const { batch, chat, description, eventTypes, fifo, headers, rateLimit, url, version } = patch
        const { retrySchedule, timeToLiveSeconds, timeoutSeconds } = patch
        return {
          ...before,
          url: url === undefined ? before.url : Either.getOrThrow(urls.check(url)),
          version: version === undefined ? before.version : version,
          description: description ?? before.description,
          eventTypes: eventTypes === undefined ? before.eventTypes : [...new Set(eventTypes)],
          datasets:
            patch.datasets === undefined
              ? before.datasets
              : yield* datasets.findIds(before.owner, patch.datasets),
          rateLimit: rateLimit === undefined ? before.rateLimit : rateLimit,
          headers: headers === undefined ? before.headers : yield* secrets.sealHeaders(before.id, headers),
          chat: chat ?? before.chat,
          fifo: fifo ?? before.fifo,
          batch: batch ?? before.batch,
          retrySchedule: retrySchedule === undefined ? before.retrySchedule : retrySchedule,
          timeoutSeconds: timeoutSeconds === undefined ? before.timeoutSeconds : timeoutSeconds,
          timeToLiveSeconds: timeToLiveSeconds === undefined ? before.timeToLiveSeconds : timeToLiveSeconds,
        } satisfies Endpoint
      })

    /** Runs in the transaction that adds the secret, so that reading endpoints finds the key set and creates none. */
    const ensureKeySet = (owner: Username, { kind }: SealedSecret): Effect.Effect<void> =>
      kind === "v1a" ? Effect.asVoid(keySets.findKeySetId(owner)) : Effect.void

    const note = (
      action: string,
      { id, owner, url }: Endpoint,
      details: { readonly [key: string]: number } = {},
    ) =>
      audit.record({
        action,
        account: owner,
        details: { endpoint: id, url: new URL(url).origin, ...details },
      })

    return { list, get, create, update, remove, secret: getSecret, unreadable: listUnreadable, rotate, test }
  }),
}) {
  static readonly dependencies = [
    AccountFinder,
    EndpointDatasets,
    EndpointFinder,
    EndpointViews,
    KeySets,
  ] as const
}

/** The first event type that the endpoint selects. */
const chooseTestEventType = ({ eventTypes }: Endpoint): EventType =>
  (eventTypes.length === 0 ? undefined : listSelectedTypes(eventTypes)[0]) ?? "label.updated"
