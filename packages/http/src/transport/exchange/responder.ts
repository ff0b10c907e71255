/** Where the answer to a request goes. */
import type { Effect } from "effect"

/** Names and values in turn. */
export type HeaderList = Array<string>

/** Where the answer goes: one of the two is called, once. */
export interface Responder {
  readonly send: (status: number, headers: HeaderList, body: string | Uint8Array | undefined) => void
  readonly open: (status: number, headers: HeaderList) => Outlet
}

/** An answer that is written piece by piece. */
export interface Outlet {
  /** Returns when more may be written. */
  readonly write: (chunk: string | Uint8Array) => Effect.Effect<void>
  readonly end: Effect.Effect<void>
  /** Ends it so that the receiver sees that it is not whole. */
  readonly cut: () => void
}
