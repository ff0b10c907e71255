/** Claims deliveries: groups the rows that the dialect's claim has leased into requests, and parks rows that cannot be read. */
import {
  type AttemptError,
  type Claimed,
  type ClaimedDelivery,
  type ClaimedRequest,
  type DeliveryClaimRequest,
  type Endpoint,
  EventType,
  type Exhausted,
  expired,
  isExpired,
  isId,
  maxRequestBytes,
  measureObject,
  type OutboxEvent,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatabaseShape } from "../../database/Database.ts"
import type { DeliveryOperations } from "../../dialect/operations.ts"
import { type RawRow, toNumber } from "../../rows/columns.ts"
import { outboxEvents } from "../../rows/files.ts"
import { deliveries, endpoints } from "../../rows/webhooks.ts"
import type { InsertRows } from "../../statements/manyRows.ts"
import type { Execute } from "../../statements/Statements.ts"
import { giveBack, type Park, park } from "./park.ts"

type Shape = Pick<DatabaseShape, "dialect" | "query" | "atomic">

/** Above every id. */
const end = "~"

/** Reads the endpoints of rows; those that cannot be decoded are left out. */
export const readEndpoints = ({ dialect, query }: Shape, execute: Execute) => {
  const text = `SELECT ${endpoints.select("e")} FROM webhook_endpoints e WHERE e.id IN ${dialect.jsonList}`
  return (rows: ReadonlyArray<RawRow>): Effect.Effect<ReadonlyMap<string, Endpoint>> =>
    Effect.map(
      query(
        "DeliveryStore.claim",
        execute(text, [JSON.stringify([...new Set(rows.map(({ endpoint_id }) => endpoint_id))])]),
      ),
      (found) => {
        const byId = new Map<string, Endpoint>()
        for (const row of found) {
          const endpoint = tryDecode(() => endpoints.decode(row))
          if (endpoint !== undefined) byId.set(String(row.id), endpoint)
        }
        return byId
      },
    )
}

export const makeClaim = (
  database: Shape,
  execute: Execute,
  insert: InsertRows,
  { claim: pass }: Pick<DeliveryOperations, "claim">,
) => {
  const clock = `SELECT ${database.dialect.nowMillis} AS n`
  const findEndpoints = readEndpoints(database, execute)

  return (claim: DeliveryClaimRequest): Effect.Effect<Claimed> =>
    Effect.gen(function* () {
      const after = claim.after ?? ""
      let leased = yield* pass(claim, after, end)
      let last = leased.last
      if (leased.rows.length === 0 && after !== "") {
        leased = yield* pass(claim, "", after)
        last = leased.last
      }
      const at =
        leased.at ?? toNumber("n", (yield* database.query("DeliveryStore.claim", execute(clock, [])))[0]?.n)
      if (leased.rows.length === 0) return { requests: [], parked: [], last: null, at }
      const endpointsById = yield* findEndpoints(leased.rows)
      const { requests, broken, beyond } = groupRequests(leased.rows, endpointsById, at)
      if (beyond.length > 0)
        yield* database.atomic("DeliveryStore.claim", giveBack(database.dialect, execute, beyond))
      const parked = yield* broken.length === 0
        ? Effect.succeed<ReadonlyArray<Exhausted>>([])
        : database.atomic("DeliveryStore.claim", park(database.dialect, execute, insert, broken))
      return { requests, parked, last, at }
    })
}

interface Grouped {
  readonly requests: ReadonlyArray<ClaimedRequest>
  readonly broken: ReadonlyArray<Park>
  /** Rows that do not fit into their requests. */
  readonly beyond: ReadonlyArray<RawRow>
}

/** Groups leased rows into requests. Rows that cannot be read or are too old are `broken`; rows that do not fit are `beyond`. */
export const groupRequests = (
  rows: ReadonlyArray<RawRow>,
  endpointsById: ReadonlyMap<string, Endpoint>,
  at: number,
): Grouped => {
  const requests = new Map<
    string,
    {
      readonly head: Omit<ClaimedRequest, "deliveries">
      readonly deliveries: Array<ClaimedDelivery>
      bytes: number
    }
  >()
  const beyond: Array<RawRow> = []
  const broken: Array<Park> = []
  for (const row of rows) {
    const token = String(row.token)
    const endpoint = endpointsById.get(String(row.endpoint_id))
    const claimed = endpoint === undefined ? undefined : tryDecode(() => decodeClaimed(row))
    if (endpoint === undefined || claimed === undefined) {
      broken.push({
        row,
        error:
          endpoint === undefined
            ? null
            : row.o_id === null && row.own_event === null
              ? forgotten
              : unreadable,
      })
      continue
    }
    if (isExpired(endpoint, claimed.delivery, claimed.event, at)) {
      broken.push({ row, error: expired })
      continue
    }
    const group = requests.get(token)
    const bytes = measureObject(claimed.event)
    if (group !== undefined) {
      // Rows behind one that does not fit wait with it, so that the order is kept.
      group.bytes += bytes
      if (group.bytes > maxRequestBytes) beyond.push(row)
      else group.deliveries.push(claimed)
    } else
      requests.set(token, {
        bytes,
        head: { token, endpoint, startInMillis: toNumber("start_in", row.start_in ?? 0) },
        deliveries: [claimed],
      })
  }
  return {
    requests: [...requests.values()].map(({ head, deliveries: all }) => ({ ...head, deliveries: all })),
    broken,
    beyond,
  }
}

/** Decodes a row; throws when it is not valid. */
const decodeClaimed = (row: RawRow): ClaimedDelivery => {
  const event: OutboxEvent =
    typeof row.own_event === "string" ? JSON.parse(row.own_event) : outboxEvents.decode(row, "o_")
  if (!isWhole(event)) throw new TypeError("Not an event.")
  return { delivery: deliveries.decode(row), event }
}

/** Checks an event without its schema, which would take ten times as long for every delivery. */
const isWhole = ({ createdAt, datasetId, id, object, type }: OutboxEvent): boolean =>
  types.has(type) &&
  isId(id) &&
  (datasetId === null || isId(datasetId)) &&
  /^[\d-]{10}T[\d:.]{15}Z$/.test(createdAt) &&
  isObject(object)

const types: ReadonlySet<string> = new Set(EventType.literals)

const isObject = (text: string): boolean => {
  const value: unknown = JSON.parse(text)
  return typeof value === "object" && value !== null
}

const tryDecode = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const unreadable: AttemptError = { code: "unreadable", message: "The stored event cannot be read." }
const forgotten: AttemptError = {
  code: "event_forgotten",
  message: "The event is older than events are kept.",
}
