/** BucketStore: one row for each place of an organization, and changes of the rows of one organization alone. */
import { type Bucket, BucketId, BucketStore, generateId, type Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { addOrganization, addSeconds, instant } from "./fixtures.ts"
import { makeSuite, runInterleaved, runTwenty } from "./suite.ts"

const makeBucket = (organization: Username, fields: Partial<Bucket> = {}) =>
  Effect.map(
    generateId(BucketId),
    (id): Bucket => ({
      id,
      organization,
      kind: "s3",
      account: "",
      name: "images",
      prefix: "",
      endpoint: null,
      region: null,
      urlSeconds: 3600,
      sealed: "sealed1.a.b",
      createdAt: instant,
      updatedAt: instant,
      ...fields,
    }),
  )

export const buckets = makeSuite("BucketStore", {
  "reads what it inserted, and lists the buckets of an organization, oldest first": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const bucket = yield* makeBucket(acme)
    const two = yield* makeBucket(acme, {
      kind: "azure",
      account: "acct",
      endpoint: "https://example.org",
      region: "eu",
      urlSeconds: 60,
    })
    const other = yield* makeBucket(beta)
    for (const inserted of [two, bucket, other]) assert.isTrue(yield* store.insert(inserted))
    assert.deepStrictEqual(Option.getOrNull(yield* store.get(acme, two.id)), two)
    assert.deepStrictEqual(yield* store.list(acme), [bucket, two])
    assert.isTrue(Option.isNone(yield* store.get(beta, two.id)))
    assert.isTrue(Option.isNone(yield* store.get(acme, yield* generateId(BucketId))))
  }),

  "takes a place once for each organization, of many concurrent callers": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const [one, two] = [yield* makeBucket(acme), yield* makeBucket(acme)]
    const both = yield* runInterleaved(store.insert(one), store.insert(two))
    assert.sameMembers([...both], [true, false])
    const all = yield* runTwenty(() => Effect.flatMap(makeBucket(beta), store.insert))
    assert.strictEqual(all.filter((inserted) => inserted).length, 1)
    for (const fields of [
      { kind: "gs" },
      { name: "Images" },
      { prefix: "a/" },
      { account: "acct" },
    ] satisfies ReadonlyArray<Partial<Bucket>>)
      assert.isTrue(yield* store.insert(yield* makeBucket(acme, fields)), JSON.stringify(fields))
  }),

  "changes a bucket of its organization alone": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const bucket = yield* makeBucket(acme)
    yield* store.insert(bucket)
    const changed: Bucket = {
      ...bucket,
      endpoint: "https://example.org",
      region: "eu",
      urlSeconds: 60,
      sealed: "sealed1.c.d",
      updatedAt: addSeconds(instant, 1),
    }
    assert.isFalse(yield* store.update({ ...changed, organization: beta }))
    assert.deepStrictEqual(yield* store.list(acme), [bucket])
    assert.isTrue(yield* store.update(changed))
    assert.deepStrictEqual(yield* store.list(acme), [changed])
    assert.isFalse(yield* store.update(yield* makeBucket(acme)))
  }),

  "seals credentials again, unless they were replaced meanwhile": Effect.gen(function* () {
    const store = yield* BucketStore
    const acme = yield* addOrganization("acme")
    const bucket = yield* makeBucket(acme, { sealed: "old" })
    yield* store.insert(bucket)
    const both = yield* runInterleaved(
      store.reseal(bucket.id, "old", "new"),
      store.reseal(bucket.id, "old", "other"),
    )
    assert.sameMembers([...both], [true, false])
    assert.isFalse(yield* store.reseal(bucket.id, "old", "late"))
    const [{ sealed } = bucket] = yield* store.list(acme)
    assert.include(["new", "other"], sealed)
  }),

  "deletes a bucket once, and only of its organization": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([addOrganization("acme"), addOrganization("beta")])
    const bucket = yield* makeBucket(acme)
    yield* store.insert(bucket)
    assert.isFalse(yield* store.remove(beta, bucket.id))
    const both = yield* runInterleaved(store.remove(acme, bucket.id), store.remove(acme, bucket.id))
    assert.sameMembers([...both], [true, false])
    assert.deepStrictEqual(yield* store.list(acme), [])
  }),
})
