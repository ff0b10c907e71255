/** A request as a host passes it in. */
import type { Effect } from "effect"
import { type BodySource, noBody } from "../body/source.ts"
import type { LargeBodies } from "../codec/largeBodies.ts"

/** A request from any host. */
export interface Incoming {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly body: BodySource
  /** The remote address of the socket, if the host knows it. */
  readonly address?: string | undefined
  /** The mount path of the API without a trailing slash, which begins the addresses in responses. */
  readonly base?: string
  /** The host's own request object. */
  readonly source?: unknown
  /** Completes when the host begins to stop, if it says so: requests that wait for something then answer. */
  readonly stopping?: Effect.Effect<void> | undefined
  /** The host's worker threads for large bodies. */
  readonly largeBodies?: LargeBodies
}

/** Stands for a request that could not be read; only its address may be known. */
export const makeUnreadRequest = (address?: string): Incoming => ({
  method: "-",
  target: "/",
  header: () => undefined,
  body: noBody,
  address,
})
