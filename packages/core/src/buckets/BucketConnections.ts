import { Context, Effect } from "effect"
import type { Bucket, BucketCredentials, BucketPlace } from "../domain/Bucket.ts"
import type { Violation } from "../domain/errors.ts"
import type { BucketId } from "../domain/Ids.ts"

/** Signs the URLs of one bucket. Local: it sends nothing. */
export interface BucketSigner {
  /** The URL that reads the key, of which the signature is as old as `signedAt` (seconds since 1970) and valid for `seconds`. */
  readonly sign: (key: string, signedAt: number, seconds: number) => string
  /** The key of a URL that this bucket's credentials signed, whether or not it has expired; null for other URLs. */
  readonly keyOf: (url: string) => string | null
}

/** A bucket whose credentials were opened. */
export interface OpenedBucket {
  readonly signer: BucketSigner
  /** The credentials, sealed with the key in use; null when they are already. */
  readonly resealed: string | null
}

/** Request of a listing. */
export interface BucketListing {
  readonly limit: number
  /** The `next` of the page before. */
  readonly after: string | null
}

/** A page of keys, or a sentence that says why there is none. Never contains credentials, nor text of the server. */
export type BucketPage =
  | {
      readonly keys: ReadonlyArray<string>
      /** Null on the last page. */
      readonly next: string | null
    }
  | { readonly refusal: string; readonly status: number | null }

/** Connections to buckets: validates places, seals and opens credentials, signs URLs, and lists keys within the address policy. */
export interface Connections {
  /** Returns the faults of the settings. Calls no service. */
  readonly check: (place: BucketPlace, credentials: BucketCredentials | null) => ReadonlyArray<Violation>
  readonly seal: (id: BucketId, credentials: BucketCredentials) => Effect.Effect<string>
  /** Null when the credentials cannot be opened with the secret keys of the settings. */
  readonly open: (bucket: Bucket) => Effect.Effect<OpenedBucket | null>
  /** Lists the keys under the prefix of the bucket. */
  readonly list: (bucket: Bucket, listing: BucketListing) => Effect.Effect<BucketPage>
}

const unsupported = "This server is not set up for buckets."

const noConnections: Connections = {
  check: () => [{ pointer: "/kind", message: unsupported }],
  seal: () => Effect.dieMessage(unsupported),
  open: () => Effect.succeed(null),
  list: () => Effect.succeed({ refusal: unsupported, status: null }),
}

/** The port for connections to buckets. Core neither encrypts nor calls anybody; an engine without it takes no buckets. */
export class BucketConnections extends Context.Reference<BucketConnections>()(
  "@annotary/core/BucketConnections",
  { defaultValue: () => noConnections },
) {}
