/**
 * Verifies webhooks by Standard Webhooks: the signature over the exact bytes, the age, and through a function
 * of the receiver whether the event is new. Supports `v1` and `v1a`, and the old and the new key during a
 * rotation.
 */
import { type Bytes, decodeBase64, type ImportedKey, importKey, type VerificationKey } from "./keys.ts"
import { WebhookVerificationError } from "./WebhookVerificationError.ts"

/**
 * The keys themselves, or a function that returns them. `refresh` is true on a second call, when none of the
 * keys matched.
 */
export type KeySource =
  | VerificationKey
  | ReadonlyArray<VerificationKey>
  | ((options: { readonly refresh: boolean }) => PromiseLike<ReadonlyArray<VerificationKey>>)

/** A verified event. */
export interface ReceivedEvent {
  /** The same at every attempt and every replay. */
  readonly id: string
  readonly payload: unknown
}

/** Options of {@link webhookVerifier}. */
export interface VerifierOptions {
  readonly keys: KeySource
  /** Maximum difference between the timestamp and now, in seconds; by default 300. */
  readonly toleranceSeconds?: number | undefined
  /** Current time in milliseconds since 1970; by default the clock of the platform, because this entry point has no Effect. */
  readonly now?: (() => number) | undefined
  /**
   * Stores the event's id and returns true, or returns false when it was stored before. Called for verified
   * events only, one at a time. To lose no event, store it together with its id. Without this function every
   * verified event is returned.
   */
  readonly isNew?: ((id: string, event: ReceivedEvent) => boolean | PromiseLike<boolean>) | undefined
}

/** The result of a successful verification. */
export interface VerifiedWebhook {
  /** The `webhook-id` of the request. */
  readonly id: string
  /** When the request was made. The events carry their own times. */
  readonly timestamp: Date
  /** The new events, in order. An endpoint with `batch` receives several at once. */
  readonly events: ReadonlyArray<ReceivedEvent>
  /** Ids of events that were received before. */
  readonly duplicates: ReadonlyArray<string>
}

/** `Headers`, or the headers of Node's `IncomingMessage`. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** Verifies received webhooks. */
export interface WebhookVerifier {
  /**
   * Verifies one request. The body must be as received, unparsed. Fails with {@link WebhookVerificationError},
   * or as `keys` and `isNew` fail.
   */
  readonly verify: (
    body: string | Uint8Array | ArrayBuffer,
    headers: ReceivedHeaders,
  ) => Promise<VerifiedWebhook>
}

/**
 * Creates a verifier for the webhooks of one or more endpoints.
 *
 * ```ts
 * const { verify } = webhookVerifier({ keys: ["whsec_…", "whpk_…"], isNew: (id) => table.insertIfAbsent(id) })
 * const { events } = await verify(await request.bytes(), request.headers)
 * ```
 */
export const webhookVerifier = (options: VerifierOptions): WebhookVerifier => {
  const { isNew = () => true, now = Date.now, toleranceSeconds = 300 } = options
  const matches = makeMatcher(options.keys)
  return {
    verify: async (body, headers) => {
      const { id, seconds, signatures } = readHead(headers)
      const age = now() / 1000 - seconds
      if (age > toleranceSeconds) throw new WebhookVerificationError("too_old")
      if (age < -toleranceSeconds) throw new WebhookVerificationError("too_new")
      const bytes = toBytes(body)
      if (!(await matches(signatures, joinBytes(`${id}.${seconds}.`, bytes))))
        throw new WebhookVerificationError("no_match")
      const events: Array<ReceivedEvent> = []
      const duplicates: Array<string> = []
      for (const event of readEvents(id, parseBody(bytes)))
        if (await isNew(event.id, event)) events.push(event)
        else duplicates.push(event.id)
      return { id, timestamp: new Date(seconds * 1000), events, duplicates }
    },
  }
}

interface Signature {
  readonly version: string
  readonly bytes: Bytes
}

/** Maximum number of signatures to try: each costs a verification, and no sender makes more. */
const mostSignatures = 20

const readHead = (headers: ReceivedHeaders) => {
  const id = findHeader(headers, "id")
  const timestamp = findHeader(headers, "timestamp")
  const signature = findHeader(headers, "signature")
  if (id === undefined || timestamp === undefined || signature === undefined)
    throw new WebhookVerificationError("missing_header")
  // Only the canonical form: the signed text of the header and the number must be the same.
  if (!/^(0|[1-9]\d{0,11})$/.test(timestamp)) throw new WebhookVerificationError("malformed_timestamp")
  const signatures = signature.split(" ", mostSignatures).flatMap((entry): ReadonlyArray<Signature> => {
    const [version = "", encoded = ""] = entry.split(",", 2)
    const bytes = decodeBase64(encoded)
    return bytes === undefined ? [] : [{ version, bytes }]
  })
  return { id, seconds: Number(timestamp), signatures }
}

/** Receivers written for another provider may pass on the `svix-` names only. */
const findHeader = (headers: ReceivedHeaders, name: string): string | undefined => {
  for (const full of [`webhook-${name}`, `svix-${name}`]) {
    const value = isHeaders(headers) ? headers.get(full) : findField(headers, full)
    if (typeof value === "string" && value !== "") return value
  }
  return undefined
}

const isHeaders = (headers: ReceivedHeaders): headers is { readonly get: (name: string) => string | null } =>
  typeof headers.get === "function"

const findField = (headers: object, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

type Imported = { readonly key: ImportedKey } | { readonly failure: unknown }

const makeMatcher = (source: KeySource) => {
  const imported = new Map<string, ImportedKey>()
  const importOnce = async (key: VerificationKey): Promise<Imported> => {
    const name = typeof key === "string" ? key : `jwk ${key.x}`
    try {
      const importedKey = imported.get(name) ?? (await importKey(key))
      imported.set(name, importedKey)
      return { key: importedKey }
    } catch (failure) {
      return { failure }
    }
  }
  const loadKeys = async (refresh: boolean): Promise<ReadonlyArray<VerificationKey>> => {
    if (typeof source === "function") return await source({ refresh })
    return typeof source === "string" || "kty" in source ? [source] : source
  }
  /**
   * A key that cannot be imported does not refuse a webhook that another key verifies. If none does, the import
   * error is the cause.
   */
  const findMatch = async (
    keys: ReadonlyArray<VerificationKey>,
    signatures: ReadonlyArray<Signature>,
    signed: Bytes,
  ): Promise<{ readonly matched: boolean; readonly failures: ReadonlyArray<unknown> }> => {
    const failures: Array<unknown> = []
    for (const result of await Promise.all(keys.map(importOnce))) {
      if ("failure" in result) failures.push(result.failure)
      else if (await verifyAny(result.key, signatures, signed)) return { matched: true, failures: [] }
    }
    return { matched: false, failures }
  }
  return async (signatures: ReadonlyArray<Signature>, signed: Bytes): Promise<boolean> => {
    let outcome = await findMatch(await loadKeys(false), signatures, signed)
    if (!outcome.matched && typeof source === "function")
      outcome = await findMatch(await loadKeys(true), signatures, signed)
    if (outcome.failures.length > 0) throw outcome.failures[0]
    return outcome.matched
  }
}

const verifyAny = async (key: ImportedKey, signatures: ReadonlyArray<Signature>, signed: Bytes) => {
  for (const { bytes, version } of signatures)
    if (version === key.version && (await key.verify(bytes, signed))) return true
  return false
}

const encoder = new TextEncoder()

const toBytes = (body: string | Uint8Array | ArrayBuffer): Uint8Array =>
  typeof body === "string" ? encoder.encode(body) : body instanceof ArrayBuffer ? new Uint8Array(body) : body

const joinBytes = (head: string, body: Uint8Array): Bytes => {
  const start = encoder.encode(head)
  const bytes = new Uint8Array(start.length + body.length)
  bytes.set(start)
  bytes.set(body, start.length)
  return bytes
}

const parseBody = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError("not_json")
  }
}

const readEvents = (id: string, body: unknown): ReadonlyArray<ReceivedEvent> => {
  const { events }: { readonly events?: unknown } = Object(body)
  return id.startsWith("batch_") && Array.isArray(events) && events.every(isEvent)
    ? events.map((event) => ({ id: event.id, payload: event.payload }))
    : [{ id, payload: body }]
}

const isEvent = (event: unknown): event is ReceivedEvent =>
  typeof event === "object" &&
  event !== null &&
  "id" in event &&
  typeof event.id === "string" &&
  "payload" in event
