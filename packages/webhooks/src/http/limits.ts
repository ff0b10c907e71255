/** Limits of one request. A receiver may be slow, large or hostile: none of them is left out. */
export interface SendLimits {
  /** Lookup, connecting and TLS together. */
  readonly connectMillis: number
  /** All of it, to the end of the answer's body. */
  readonly totalMillis: number
  readonly maxHeaderBytes: number
  /** So much of the answer's body is read and kept; then the connection is dropped. */
  readonly maxBodyBytes: number
  /** Whatever it is that the receiver sends: head, body, or nothing that ever ends. */
  readonly maxReadBytes: number
  /** Answers 1xx before the real one. */
  readonly maxInterim: number
  /** How long a connection is kept for the next request. */
  readonly idleMillis: number
  /** How long a connection is used at all; then its name is looked up anew, and what it leads to is judged. */
  readonly lifeMillis: number
  /** A request that reaches nobody takes about so long at least, so that its time does not tell why. */
  readonly unreachableMillis: number
}

export const defaultLimits: SendLimits = {
  connectMillis: 5000,
  totalMillis: 15_000,
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 16 * 1024,
  maxReadBytes: 256 * 1024,
  maxInterim: 8,
  idleMillis: 4000,
  lifeMillis: 60_000,
  unreachableMillis: 250,
}
