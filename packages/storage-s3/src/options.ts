/** The options of the bucket, and the client that is built from them. */
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3"

/** Options of the bucket and of the requests to it. Only `bucket` is required. */
export interface S3Options {
  readonly bucket: string
  /** By default the region that the SDK finds (`AWS_REGION`, a profile); with an endpoint, `us-east-1`, which most other servers accept. */
  readonly region?: string
  /** The URL of an S3-compatible server. By default AWS. */
  readonly endpoint?: string
  /** Puts the bucket into the path instead of the host name. By default true with an endpoint. */
  readonly forcePathStyle?: boolean
  /** A pair of keys, or a function that returns one. By default the SDK's chain: environment, profile, role of the machine. */
  readonly credentials?: S3Credentials | (() => Promise<S3Credentials>)
  /** A prefix of every key, such as `annotary/production`. */
  readonly prefix?: string
  /** The size of a part of a large file: 8 MiB by default, at least 5 MiB. A file has at most 10 000 parts. */
  readonly partBytes?: number
  /** Parts of one file that are sent at the same time: 3 by default. About two more parts of the file are in memory. */
  readonly concurrency?: number
  /** Encryption of the files that are written. By default the bucket's own setting. */
  readonly encryption?: S3Encryption
  /** The most attempts of one request: 3 by default. */
  readonly maxAttempts?: number
  /** The time limit for a connection, in milliseconds: 5000 by default. */
  readonly connectMillis?: number
  /** The time limit for a response or for its next bytes, in milliseconds: 60 000 by default. It includes sending a part. */
  readonly requestMillis?: number
}

/** A pair of keys of S3. Temporary keys also have a `sessionToken`, and an `expiration`, after which they are requested again. */
export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly expiration?: Date
}

/** Parameters of S3, passed on unchanged. */
export interface S3Encryption {
  readonly ServerSideEncryption: "AES256" | "aws:kms" | "aws:kms:dsse"
  readonly SSEKMSKeyId?: string
  readonly BucketKeyEnabled?: boolean
}

export const defaultPartBytes = 8 * 1024 * 1024

/** The minimum that S3 requires of every part except the last. */
export const minPartBytes = 5 * 1024 * 1024

export const maxPartBytes = 5 * 1024 ** 3

export const defaultConcurrency = 3

export const defaultRequestMillis = 60_000

/** The first invalid option, as a sentence; undefined when all are valid. */
export const findProblem = (options: S3Options): string | undefined => {
  const { bucket, concurrency, connectMillis, maxAttempts, partBytes, requestMillis } = options
  if (bucket === "") return "The bucket has no name."
  if (partBytes !== undefined && !(partBytes >= minPartBytes && partBytes <= maxPartBytes))
    return "A part has from 5 MiB to 5 GiB."
  for (const [name, value] of Object.entries({ concurrency, maxAttempts, connectMillis, requestMillis }))
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      return `${name} is a whole number from 1.`
  return undefined
}

export const makeClient = (options: S3Options): S3Client => {
  const { credentials, endpoint, region = endpoint === undefined ? undefined : "us-east-1" } = options
  const { connectMillis = 5000, requestMillis = defaultRequestMillis } = options
  // Every download uses a connection for as long as its reader takes; the host decides how many downloads run.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  const config: S3ClientConfig = {
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    maxAttempts: options.maxAttempts ?? 3,
    // Many compatible servers reject the newer checksums; the SHA-256 of a body is part of its signature anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMillis,
      requestTimeout: requestMillis,
      throwOnRequestTimeout: true,
      // It would also end downloads whose reader is slow; `read.ts` has its own time limit.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  }
  return new S3Client(config)
}
