/** Limits of one request. A receiver may be slow, large or hostile, so that every limit is set. */
export interface SendLimits {
  /** Lookup, connecting and TLS together. */
  readonly connectMillis: number
  /** The whole request, to the end of the response body. */
  readonly totalMillis: number
  readonly maxHeaderBytes: number
  /** The response body is read and kept up to this size; then the connection is dropped. */
  readonly maxBodyBytes: number
  /** Everything that the receiver sends: head, body, or an endless stream. */
  readonly maxReadBytes: number
  /** Responses 1xx before the final one. */
  readonly maxInterim: number
  /** An idle connection is closed after this time. */
  readonly idleMillis: number
  /** Maximum age of a connection; then its name is looked up and its addresses are checked again. */
  readonly lifeMillis: number
  /** Minimum duration of a request that reaches nobody, so that its time does not reveal the reason. */
  readonly unreachableMillis: number
}

/** The limits of a request when the settings name no others. */
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
