/** What an embedder can say about the bucket, and the client that is made of it. */
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3"

export interface S3Options {
  readonly bucket: string
  /** By default what the SDK finds (`AWS_REGION`, a profile); with an endpoint `us-east-1`, which most other servers take. */
  readonly region?: string
  /** Where an S3-compatible server answers. Without one: AWS. */
  readonly endpoint?: string
  /** The bucket in the path in place of the host name. By default so when there is an endpoint. */
  readonly forcePathStyle?: boolean
  /** A pair of keys, or a function that answers one. By default the SDK's chain: environment, profile, role of the machine. */
  readonly credentials?: S3Credentials | (() => Promise<S3Credentials>)
  /** Put before every key, such as `annotary/production`. */
  readonly prefix?: string
  /** Size of a part of a large file: 8 MiB by default, 5 MiB at least. A file has at most 10 000 parts. */
  readonly partBytes?: number
  /** Parts of one file that are sent at the same time: 3 by default. A file being written takes about two more in memory. */
  readonly concurrency?: number
  /** Asked for with each file that is written. By default what the bucket is set to. */
  readonly encryption?: S3Encryption
  /** How often a request is tried: 3 times by default. */
  readonly maxAttempts?: number
  /** How long a connection may take: 5 seconds by default. */
  readonly connectMillis?: number
  /** How long an answer, or the next bytes of one, may take: 60 seconds by default. Sending a part counts. */
  readonly requestMillis?: number
}

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
  readonly expiration?: Date
}

/** Passed on as it is. */
export interface S3Encryption {
  readonly ServerSideEncryption: "AES256" | "aws:kms" | "aws:kms:dsse"
  readonly SSEKMSKeyId?: string
  readonly BucketKeyEnabled?: boolean
}

export const defaultPartBytes = 8 * 1024 * 1024

/** What S3 itself demands of every part but the last. */
export const minPartBytes = 5 * 1024 * 1024

export const maxPartBytes = 5 * 1024 ** 3

export const defaultConcurrency = 3

export const defaultRequestMillis = 60_000

/** What is wrong with them, as a sentence. */
export const problemIn = (options: S3Options): string | undefined => {
  const { bucket, concurrency, connectMillis, maxAttempts, partBytes, requestMillis } = options
  if (bucket === "") return "The bucket has no name."
  if (partBytes !== undefined && !(partBytes >= minPartBytes && partBytes <= maxPartBytes))
    return "A part has from 5 MiB to 5 GiB."
  for (const [name, value] of Object.entries({ concurrency, maxAttempts, connectMillis, requestMillis }))
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      return `${name} is a whole number from 1.`
  return undefined
}

export const clientOf = (options: S3Options): S3Client => {
  const { credentials, endpoint, region = endpoint === undefined ? undefined : "us-east-1" } = options
  const { connectMillis = 5000, requestMillis = defaultRequestMillis } = options
  // Every download holds a connection for as long as its reader takes; how many there are is the host's decision.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  const config: S3ClientConfig = {
    forcePathStyle: options.forcePathStyle ?? endpoint !== undefined,
    maxAttempts: options.maxAttempts ?? 3,
    // Many compatible servers refuse the newer checksums; the SHA-256 of a body is part of its signature anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: connectMillis,
      requestTimeout: requestMillis,
      throwOnRequestTimeout: true,
      // It would also end a download whose reader is slow; the reading has a time limit of its own.
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
