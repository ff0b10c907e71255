/** A request as a host hands it over. */
import { type BodySource, noBody } from "../body/source.ts"
import type { LargeBodies } from "../codec/largeBodies.ts"

/** A request, from any host. */
export interface Incoming {
  readonly method: string
  /** Path and query, as sent. */
  readonly target: string
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: BodySource
  /** The address at the other end of the socket, where the host knows it. */
  readonly address?: string | undefined
  /** Where the host has mounted the API, without a slash at the end: addresses in answers begin with it. */
  readonly base?: string
  /** The request as the host knows it. */
  readonly source?: unknown
  /** What the host has for large bodies. */
  readonly largeBodies?: LargeBodies
}

/** What stands for a request of which nothing is known, but where it came from. */
export const unread = (address?: string): Incoming => ({
  method: "-",
  target: "/",
  header: () => undefined,
  body: noBody,
  address,
})
