/** EndpointStore in memory. */
import { HashMap, Option } from "effect"
import type { EndpointId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { fromMillis } from "../../domain/Timestamp.ts"
import type { Endpoint, EndpointHealth } from "../../domain/webhooks/Endpoint.ts"
import { EndpointStore } from "../../webhooks/EndpointStore.ts"
import { healthy } from "../../webhooks/health.ts"
import type { WebhookDatabase } from "../Database.ts"
import {
  type EndpointRow,
  findEndpointRow,
  makeEndpointRow,
  putEndpoint,
  type WebhookState,
} from "./State.ts"

export const makeEndpointStore = (db: WebhookDatabase): typeof EndpointStore.Service =>
  EndpointStore.of({
    insert: (endpoint) => db.write((state) => [undefined, putEndpoint(state, makeEndpointRow(endpoint))]),
    byId: (id) =>
      db.read((state) => Option.map(HashMap.get(state.endpoints, id), ({ endpoint }) => endpoint)),
    ofOwner: (owner) => db.read((state) => listOfOwner(state, owner)),
    update: (endpoint) =>
      db.write((state) => {
        const row = findEndpointRow(state, endpoint.id)
        if (row === undefined) return [false, state]
        const { id, owner, createdAt, enabled, disabledReason } = row.endpoint
        const unchangedFields = { id, owner, createdAt, enabled, disabledReason }
        return [true, putEndpoint(state, { ...row, endpoint: { ...endpoint, ...unchangedFields } })]
      }),
    setEnabled: ({ id, reason }) => db.write((state) => setEnabled(state, id, reason)),
    remove: (id) =>
      db.write((state) => [
        HashMap.has(state.endpoints, id),
        {
          ...state,
          endpoints: HashMap.remove(state.endpoints, id),
          counts: HashMap.filter(state.counts, (_, key) => !key.startsWith(id)),
          recoveries: HashMap.filter(state.recoveries, ({ recovery }) => recovery.endpointId !== id),
        },
      ]),
    keySet: (owner, fresh) =>
      db.write((state) => {
        const id = Option.getOrElse(HashMap.get(state.keySets, owner), () => fresh)
        return [id, { ...state, keySets: HashMap.set(state.keySets, owner, id) }]
      }),
    ofKeySet: (id) =>
      db.read((state) => {
        const [owner] = [...HashMap.entries(state.keySets)].flatMap(([name, known]) =>
          known === id ? [name] : [],
        )
        return owner === undefined ? null : listOfOwner(state, owner)
      }),
    health: (ids) =>
      db.read(
        (state, now) =>
          new Map(
            ids.flatMap((id): ReadonlyArray<readonly [EndpointId, EndpointHealth]> => {
              const row = findEndpointRow(state, id)
              return row === undefined ? [] : [[id, readHealth(row, now)]]
            }),
          ),
      ),
  })

const listOfOwner = (state: WebhookState, owner: Username): ReadonlyArray<Endpoint> =>
  [...HashMap.values(state.endpoints)]
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.owner === owner)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

export const setEnabled = (
  state: WebhookState,
  id: EndpointId,
  reason: EndpointRow["endpoint"]["disabledReason"],
): readonly [boolean, WebhookState] => {
  const row = findEndpointRow(state, id)
  const enabled = reason === null
  if (row === undefined || row.endpoint.enabled === enabled) return [false, state]
  const changed = { ...row, endpoint: { ...row.endpoint, enabled, disabledReason: reason } }
  return [
    true,
    putEndpoint(
      state,
      enabled ? { ...changed, ...healthy, window: 1, pausedUntil: 0, blockedUntil: 0 } : changed,
    ),
  ]
}

const readHealth = (row: EndpointRow, now: number): EndpointHealth => ({
  failingSince: row.failingSince === null ? null : fromMillis(row.failingSince),
  lastFailureAt: row.lastFailureAt === null ? null : fromMillis(row.lastFailureAt),
  pausedUntil: row.pausedUntil > now ? fromMillis(row.pausedUntil) : null,
})
