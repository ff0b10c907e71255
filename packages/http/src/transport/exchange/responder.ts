/** The host's side of a response. */
import type { Effect } from "effect"

/** Names and values in turn. */
export type HeaderList = Array<string>

/** A whole body: text, bytes, or bytes in pieces. */
export type SentBody = string | Uint8Array | ReadonlyArray<Uint8Array>

export const isInPieces = (body: SentBody | undefined): body is ReadonlyArray<Uint8Array> =>
  Array.isArray(body)

/** The body as one text or byte array. */
export const joinBody = (body: SentBody): string | Uint8Array =>
  isInPieces(body) ? Buffer.concat(body) : body

/** Sends the response: exactly one method is called, once. */
export interface Responder {
  readonly send: (status: number, headers: HeaderList, body: SentBody | undefined) => void
  readonly open: (status: number, headers: HeaderList) => Outlet
}

/** A response that is written in pieces. */
export interface Outlet {
  /** Writes a chunk. Completes when more may be written. */
  readonly write: (chunk: string | Uint8Array) => Effect.Effect<void>
  readonly end: Effect.Effect<void>
  /** Ends the response so that the receiver detects that it is incomplete. */
  readonly cut: () => void
}
