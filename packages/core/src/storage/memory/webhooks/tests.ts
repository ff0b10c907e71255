/** Tests in memory: added, claimed beside all others, and given up when they cannot be sent at once. */
import type { OutboxEvent } from "../../../domain/Event.ts"
import type { Username } from "../../../domain/Names.ts"
import { fromMillis } from "../../../domain/Timestamp.ts"
import type { Delivery } from "../../../domain/webhooks/Delivery.ts"
import type { EndpointId } from "../../../domain/webhooks/ids.ts"
import { unsent } from "../../../webhooks/attemptRecord.ts"
import {
  maxTests,
  spacingMillis,
  type TestClaimRequest,
  testNotSent,
  testPriority,
} from "../../../webhooks/claims.ts"
import type { Taken } from "./claims.ts"
import { afterAttempt, type NewIds, written } from "./ends.ts"
import { addDelivery } from "./fanOut.ts"
import {
  type DeliveryRow,
  dueMillis,
  type EndpointRow,
  endpointOf,
  isWaitingTest,
  putEndpoint,
  putRow,
  rowsOf,
  type WebhookState,
} from "./State.ts"

/** Unless the endpoint is gone or has as many under way as it may have. */
export const addedTest = (
  state: WebhookState,
  now: number,
  id: EndpointId,
  event: OutboxEvent,
): readonly [Delivery | undefined, WebhookState] => {
  const endpoint = endpointOf(state, id)?.endpoint
  const open = rowsOf(state).filter(
    ({ delivery, priority }) =>
      delivery.endpointId === id && delivery.state === "pending" && priority === testPriority,
  )
  if (endpoint === undefined || open.length >= maxTests) return [undefined, state]
  return addDelivery(state, now, {
    event: { ...event, datasetId: null },
    endpoint,
    origin: "test",
    priority: testPriority,
    ownEvent: event,
  })
}

interface TakenTests {
  readonly taken: ReadonlyArray<Taken>
  readonly unfit: ReadonlyArray<DeliveryRow>
}

export const takeTests = (
  state: WebhookState,
  now: number,
  ask: TestClaimRequest,
  switchedOn: ReadonlySet<Username>,
): readonly [TakenTests, WebhookState] => {
  const id = globalThis.crypto.randomUUID()
  const taken: Array<Taken> = []
  const unfit: Array<DeliveryRow> = []
  let next = state
  for (const [n, row] of rowsOf(state).filter(isWaitingTest).slice(0, ask.limit).entries()) {
    const lane = endpointOf(next, row.delivery.endpointId)
    if (lane === undefined || !isFit(lane, row, now, ask, switchedOn)) {
      unfit.push(row)
      continue
    }
    const token = `${id}.${n}`
    next = putRow(next, { ...row, token, leaseUntil: now + ask.leaseMillis })
    const rate = lane.endpoint.rateLimit
    const start = Math.max(lane.nextAt, now)
    if (rate !== null) next = putEndpoint(next, { ...lane, nextAt: start + spacingMillis(rate) })
    taken.push({ token, lane, startInMillis: rate === null ? 0 : start - now, rows: [row] })
  }
  return [{ taken, unfit }, next]
}

const isFit = (
  { endpoint }: EndpointRow,
  row: DeliveryRow,
  now: number,
  { maxAgeMillis }: TestClaimRequest,
  switchedOn: ReadonlySet<Username>,
): boolean => endpoint.enabled && switchedOn.has(endpoint.owner) && dueMillis(row) >= now - maxAgeMillis

/** Dead, with an attempt that tells why. */
export const gaveUp = (
  state: WebhookState,
  now: number,
  rows: ReadonlyArray<DeliveryRow>,
  ids: NewIds,
): WebhookState =>
  rows.reduce((all, row) => {
    const after = afterAttempt(row, { _tag: "Dead" }, null, now, false)
    return written(putRow(all, after), after, unsent(fromMillis(now), testNotSent), ids)
  }, state)
