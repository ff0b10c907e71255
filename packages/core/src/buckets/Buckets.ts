import { Effect, Option, Schema } from "effect"
import { AuditLog } from "../access/AuditLog.ts"
import { Organizations } from "../accounts/Organizations.ts"
import {
  type Bucket,
  type BucketCredentials,
  BucketKind,
  type BucketPlace,
  maxBuckets,
} from "../domain/Bucket.ts"
import { AlreadyExists, InvalidInput, NotFound } from "../domain/errors.ts"
import { BucketId, generateId } from "../domain/Ids.ts"
import { now } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { traced } from "../kernel/traced.ts"
import { Transaction } from "../storage/Transaction.ts"
import { BucketConnections } from "./BucketConnections.ts"
import { BucketStore } from "./BucketStore.ts"
import { BucketUrls } from "./BucketUrls.ts"

/** The input of a new bucket. */
export interface NewBucket {
  readonly kind: BucketKind
  readonly name: string
  /** Required for Azure, and for nothing else. */
  readonly account?: string | undefined
  /** Only keys that begin with it are signed. By default all. */
  readonly prefix?: string | undefined
  /** By default the provider's own. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  /** By default 3600. */
  readonly urlSeconds?: number | undefined
  readonly credentials: BucketCredentials
}

/** The changes of a bucket. Kind, name and prefix stay. */
export interface BucketChange {
  readonly endpoint?: string | null | undefined
  readonly region?: string | null | undefined
  readonly urlSeconds?: number | undefined
  readonly credentials?: BucketCredentials | undefined
}

/** Result of the listing of one key. */
export interface BucketTest {
  readonly ok: boolean
  /** The status of the server; null when there was no answer, or when it is the one of success. */
  readonly status: number | null
  /** The first key under the prefix; null when there is none. */
  readonly key: string | null
  readonly message: string
}

const makeTextSchema = (most: number) => Schema.String.pipe(Schema.maxLength(most))
const credentials = Schema.Struct({ keyId: makeTextSchema(200), secret: makeTextSchema(1000) })
const changeable = {
  endpoint: Schema.optional(Schema.NullOr(makeTextSchema(2048))),
  region: Schema.optional(Schema.NullOr(makeTextSchema(100))),
  urlSeconds: Schema.optional(Schema.Int.pipe(Schema.between(60, 302_400))),
}
const decodeNew = decodeInput(
  Schema.Struct({
    ...changeable,
    kind: BucketKind,
    name: makeTextSchema(255),
    account: Schema.optional(makeTextSchema(100)),
    prefix: Schema.optional(makeTextSchema(1024)),
    credentials,
  }),
)
const decodeChange = decodeInput(Schema.Struct({ ...changeable, credentials: Schema.optional(credentials) }))

const hour = 3600

/** The private buckets of organizations. All calls require an admin of the organization. Nothing returns credentials. */
export class Buckets extends Effect.Service<Buckets>()("@annotary/core/Buckets", {
  effect: Effect.gen(function* () {
    const store = yield* BucketStore
    const connections = yield* BucketConnections
    const organizations = yield* Organizations
    const audit = yield* AuditLog
    const transaction = yield* Transaction
    const urls = yield* BucketUrls

    /** Lists the buckets of an organization, oldest first. */
    const list = traced("Buckets.list")(function* (name: string) {
      const { username } = yield* organizations.requireManager(name)
      return yield* store.list(username)
    })

    /** Returns a bucket. */
    const get = traced("Buckets.get")(function* (name: string, id: BucketId) {
      const { username } = yield* organizations.requireManager(name)
      return yield* Effect.flatMap(store.get(username, id), failIfUnknown)
    })

    /** Adds a bucket. Its server is not called: `test` does that. */
    const create = traced("Buckets.create")(function* (name: string, input: NewBucket) {
      const { username } = yield* organizations.requireManager(name)
      const decoded = yield* decodeNew(input)
      const place: BucketPlace = {
        kind: decoded.kind,
        name: decoded.name,
        account: decoded.account ?? "",
        prefix: closePrefix(decoded.prefix ?? ""),
        endpoint: decoded.endpoint ?? null,
        region: decoded.region ?? null,
      }
      yield* check(place, decoded.credentials)
      const at = yield* now
      const id = yield* generateId(BucketId)
      const bucket: Bucket = {
        ...place,
        id,
        organization: username,
        urlSeconds: decoded.urlSeconds ?? hour,
        sealed: yield* connections.seal(id, decoded.credentials),
        createdAt: at,
        updatedAt: at,
      }
      const attempt = Effect.gen(function* () {
        if ((yield* store.list(username)).length >= maxBuckets)
          return yield* InvalidInput.at("", `an organization has at most ${maxBuckets} buckets`)
        if (!(yield* store.insert(bucket))) return yield* new AlreadyExists({ resource: "bucket" })
        yield* note("bucket.created", bucket)
      })
      yield* transaction.run(attempt)
      yield* urls.changed
      return bucket
    })

    /** Changes a bucket. */
    const update = traced("Buckets.update")(function* (name: string, id: BucketId, input: BucketChange) {
      const { username } = yield* organizations.requireManager(name)
      const change = yield* decodeChange(input)
      const at = yield* now
      const sealed =
        change.credentials === undefined ? undefined : yield* connections.seal(id, change.credentials)
      const attempt = Effect.gen(function* () {
        const old = yield* Effect.flatMap(store.get(username, id), failIfUnknown)
        const bucket: Bucket = {
          ...old,
          endpoint: change.endpoint === undefined ? old.endpoint : change.endpoint,
          region: change.region === undefined ? old.region : change.region,
          urlSeconds: change.urlSeconds ?? old.urlSeconds,
          sealed: sealed ?? old.sealed,
          updatedAt: at,
        }
        yield* check(bucket, change.credentials ?? null)
        if (!(yield* store.update(bucket))) return yield* new NotFound({ resource: "bucket" })
        yield* note("bucket.updated", bucket, { credentials_changed: sealed !== undefined })
        return bucket
      })
      const bucket = yield* transaction.run(attempt)
      yield* urls.changed
      return bucket
    })

    /** Deletes a bucket with its credentials. URLs that were signed before work until they expire. */
    const remove = traced("Buckets.remove")(function* (name: string, id: BucketId) {
      const { username } = yield* organizations.requireManager(name)
      const attempt = Effect.gen(function* () {
        const bucket = yield* Effect.flatMap(store.get(username, id), failIfUnknown)
        if (!(yield* store.remove(username, id))) return yield* new NotFound({ resource: "bucket" })
        yield* note("bucket.deleted", bucket)
      })
      yield* transaction.run(attempt)
      yield* urls.changed
    })

    /** Lists one key under the prefix, and says what came back. */
    const test = traced("Buckets.test")(function* (name: string, id: BucketId) {
      const bucket = yield* get(name, id)
      const page = yield* connections.list(bucket, { limit: 1, after: null })
      if ("refusal" in page)
        return { ok: false, status: page.status, key: null, message: page.refusal } satisfies BucketTest
      const [key = null] = page.keys
      const message = key === null ? "The bucket has no key with this prefix." : "The bucket was listed."
      return { ok: true, status: null, key, message } satisfies BucketTest
    })

    const check = (place: BucketPlace, given: BucketCredentials | null) => {
      const errors = connections.check(place, given)
      return errors.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ errors }))
    }

    const note = (action: string, { account, id, kind, name, organization, prefix }: Bucket, more = {}) =>
      audit.record({
        action,
        account: organization,
        details: { bucket: id, kind, name, prefix, ...(account === "" ? {} : { account }), ...more },
      })

    return { list, get, create, update, remove, test }
  }),
}) {
  static readonly dependencies = [AuditLog, BucketUrls, Organizations] as const
}

const failIfUnknown = (found: Option.Option<Bucket>) =>
  Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new NotFound({ resource: "bucket" }))

/** `images` would also begin `images-of-others/`. */
const closePrefix = (prefix: string): string => {
  const steps = prefix.replace(/^\/+/, "")
  return steps === "" || steps.endsWith("/") ? steps : `${steps}/`
}
