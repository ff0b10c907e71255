/** The operations on webhook deliveries and on the claim queue that each database implements. */
import type {
  Claim,
  ClaimStore,
  DatasetId,
  DeliveryClaimRequest,
  EndpointId,
  FirstOverlapRequest,
  OutboxEvent,
} from "@annotary/core/effect"
import type { SqlError } from "@effect/sql"
import type { Context, Effect, Option } from "effect"
import type { RawRow } from "../rows/columns.ts"

/** Some events of one dataset. */
export type EventGroup = readonly [OutboxEvent, ...ReadonlyArray<OutboxEvent>]

/** The result of one pass over the endpoints: the rows that it leased. */
export interface ClaimPass {
  readonly rows: ReadonlyArray<RawRow>
  /** The database's clock; null when the pass did not read it. */
  readonly at: number | null
  /** The last endpoint that was examined, when there may be more after it. */
  readonly last: EndpointId | null
}

type Answer<A> = Effect.Effect<A, SqlError.SqlError>

/** Operations on webhook deliveries that each database performs with its own statements. */
export interface DeliveryOperations {
  /** Adds events to the outbox, and for each a delivery to every endpoint that subscribes to it. Runs inside a transaction. */
  readonly append: (events: EventGroup) => Answer<void>
  /** Leases due deliveries of the endpoints between two ids, `after` excluded. */
  readonly claim: (request: DeliveryClaimRequest, after: string, until: string) => Effect.Effect<ClaimPass>
  /**
   * Completes requests that their receivers accepted, in one statement. Null: the database gains nothing from it. The rows are
   * JSON, one for each delivery: its attempt as `encodeAttempt` writes it, and `event_id`, `token` and `fifo`. Returns the tokens
   * that were valid; none when an endpoint was reported as failing: nothing was written, and its recovery is to be reported.
   */
  readonly accept: ((rows: string) => Answer<Option.Option<ReadonlySet<string>>>) | null
  /** Extends the leases of the given keys, JSON rows of `jsonRows`; returns the token of each row that still had its lease. */
  readonly renew: (keys: string, leaseMillis: number) => Answer<ReadonlyArray<RawRow>>
  /** Pauses pending deliveries of disabled endpoints, of all or of those given, up to a limit; returns how many. */
  readonly pause: (endpoints: ReadonlyArray<string> | null, limit: number) => Answer<number>
  /** Counts paused deliveries, up to the limit. */
  readonly countPaused: (limit: number) => Answer<number>
}

/** The most deliveries that one claim takes from one endpoint; more than any batch. */
export const maxRowsOfEndpoint = 8192

type Port = Context.Tag.Service<typeof ClaimStore>
type ClaimRequest = Parameters<Port["claim"]>[0]
type QueueTurn = Parameters<Port["takeTurn"]>[0]
export type ViewRequest = Parameters<Port["view"]>[0]
/** Whether the number of waiting samples follows from those of a step that were read: fewer than the limit are all, and more than the cap are enough. */
export const isCounted = ({ cap, limit }: Pick<ViewRequest, "cap" | "limit">, read: number): boolean =>
  read < limit || read > cap

export type View = Effect.Effect.Success<ReturnType<Port["view"]>>

/** Operations on claims that each database performs with its own statements. */
export interface ClaimOperations {
  /** Handles the common case in few statements, also outside of a transaction; none when it does not apply and nothing was claimed. */
  readonly quick: (
    request: ClaimRequest,
  ) => Effect.Effect<Option.Option<ReadonlyArray<Claim>>, SqlError.SqlError>
  /** Claims samples in every case. Runs inside a transaction. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>, SqlError.SqlError>
  /**
   * Runs the claim of one sample when no other claim of the same user in this queue is running. None without running it when the
   * dataset is gone. Runs inside a transaction.
   */
  readonly takeTurn: (turn: QueueTurn, claim: Answer<Option.Option<Claim>>) => Answer<Option.Option<Claim>>
  /** Shows what waits in each step of a queue. Runs inside a transaction. */
  readonly view: (request: ViewRequest) => Effect.Effect<View, SqlError.SqlError>
  /** `OverlapStore.leaseFirst`, in few statements, also outside of a transaction. */
  readonly leaseFirstOverlap: (request: FirstOverlapRequest) => Answer<Option.Option<Claim>>
  /** Whether `moved` does something with rows: otherwise statements need not return them. */
  readonly usesMoved: boolean
  /** Reports rows, by their `queuePositionNames`, that were placed, freed or locked: other claims may now find them there. */
  readonly moved: (dataset: DatasetId, rows: ReadonlyArray<RawRow>) => Effect.Effect<void>
}
