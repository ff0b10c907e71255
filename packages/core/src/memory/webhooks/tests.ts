/** Tests in memory: added, claimed separately, and parked when they cannot be sent at once. */
import type { OutboxEvent } from "../../domain/Event.ts"
import type { EndpointId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { fromMillis } from "../../domain/Timestamp.ts"
import type { Delivery } from "../../domain/webhooks/Delivery.ts"
import { makeUnsentAttempt } from "../../webhooks/attemptRecord.ts"
import {
  computeSpacingMillis,
  maxTests,
  type TestClaimRequest,
  testNotSent,
  testPriority,
} from "../../webhooks/claims.ts"
import type { Taken } from "./claims.ts"
import { addAttempt, applyAttempt, type NewIds } from "./ends.ts"
import { addDelivery } from "./fanOut.ts"
import {
  type DeliveryRow,
  type EndpointRow,
  findEndpointRow,
  getDueMillis,
  isWaitingTest,
  listDeliveryRows,
  putEndpoint,
  putRow,
  type WebhookState,
} from "./State.ts"

/** Adds a test, unless the endpoint was removed or has too many unfinished ones. */
export const addTest = (
  state: WebhookState,
  now: number,
  id: EndpointId,
  event: OutboxEvent,
): readonly [Delivery | undefined, WebhookState] => {
  const endpoint = findEndpointRow(state, id)?.endpoint
  const open = listDeliveryRows(state).filter(
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
  request: TestClaimRequest,
  switchedOn: ReadonlySet<Username>,
): readonly [TakenTests, WebhookState] => {
  const id = globalThis.crypto.randomUUID()
  const taken: Array<Taken> = []
  const unfit: Array<DeliveryRow> = []
  let next = state
  for (const [n, row] of listDeliveryRows(state).filter(isWaitingTest).slice(0, request.limit).entries()) {
    const endpointRow = findEndpointRow(next, row.delivery.endpointId)
    if (endpointRow === undefined || !isFit(endpointRow, row, now, request, switchedOn)) {
      unfit.push(row)
      continue
    }
    const token = `${id}.${n}`
    next = putRow(next, { ...row, token, leaseUntil: now + request.leaseMillis })
    const rate = endpointRow.endpoint.rateLimit
    const start = Math.max(endpointRow.nextAt, now)
    if (rate !== null)
      next = putEndpoint(next, { ...endpointRow, nextAt: start + computeSpacingMillis(rate) })
    taken.push({ token, endpointRow, startInMillis: rate === null ? 0 : start - now, rows: [row] })
  }
  return [{ taken, unfit }, next]
}

const isFit = (
  { endpoint }: EndpointRow,
  row: DeliveryRow,
  now: number,
  { maxAgeMillis }: TestClaimRequest,
  switchedOn: ReadonlySet<Username>,
): boolean => endpoint.enabled && switchedOn.has(endpoint.owner) && getDueMillis(row) >= now - maxAgeMillis

/** Parks tests: they are dead, with the reason in their attempt. */
export const giveUp = (
  state: WebhookState,
  now: number,
  rows: ReadonlyArray<DeliveryRow>,
  ids: NewIds,
): WebhookState =>
  rows.reduce((all, row) => {
    const after = applyAttempt(row, { _tag: "Dead" }, null, now, false)
    return addAttempt(putRow(all, after), after, makeUnsentAttempt(fromMillis(now), testNotSent), ids)
  }, state)
