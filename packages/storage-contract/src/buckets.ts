/** BucketStore: one row for each place of an organization, and changes of the rows of one organization alone. */
import { type Bucket, BucketId, BucketStore, nextId, type Username } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { anOrganization, instant, plus } from "./fixtures.ts"
import { interleaved, suite, twenty } from "./suite.ts"

const aBucket = (organization: Username, fields: Partial<Bucket> = {}) =>
  Effect.map(
    nextId(BucketId),
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

export const buckets = suite("BucketStore", {
  "reads what it inserted, and lists the buckets of an organization, oldest first": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    const one = yield* aBucket(acme)
    const two = yield* aBucket(acme, {
      kind: "azure",
      account: "acct",
      endpoint: "https://example.org",
      region: "eu",
      urlSeconds: 60,
    })
    const other = yield* aBucket(beta)
    for (const bucket of [two, one, other]) assert.isTrue(yield* store.insert(bucket))
    assert.deepStrictEqual(Option.getOrNull(yield* store.get(acme, two.id)), two)
    assert.deepStrictEqual(yield* store.list(acme), [one, two])
    assert.isTrue(Option.isNone(yield* store.get(beta, two.id)))
    assert.isTrue(Option.isNone(yield* store.get(acme, yield* nextId(BucketId))))
  }),

  "takes a place once for each organization, of many concurrent callers": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    const [one, two] = [yield* aBucket(acme), yield* aBucket(acme)]
    const both = yield* interleaved(store.insert(one), store.insert(two))
    assert.sameMembers([...both], [true, false])
    const all = yield* twenty(() => Effect.flatMap(aBucket(beta), store.insert))
    assert.strictEqual(all.filter((inserted) => inserted).length, 1)
    for (const fields of [
      { kind: "gs" },
      { name: "Images" },
      { prefix: "a/" },
      { account: "acct" },
    ] satisfies ReadonlyArray<Partial<Bucket>>)
      assert.isTrue(yield* store.insert(yield* aBucket(acme, fields)), JSON.stringify(fields))
  }),

  "changes a bucket of its organization alone": Effect.gen(function* () {
    const store = yield* BucketStore
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    const bucket = yield* aBucket(acme)
    yield* store.insert(bucket)
    const changed: Bucket = {
      ...bucket,
      endpoint: "https://example.org",
      region: "eu",
      urlSeconds: 60,
      sealed: "sealed1.c.d",
      updatedAt: plus(instant, 1),
    }
    assert.isFalse(yield* store.update({ ...changed, organization: beta }))
    assert.deepStrictEqual(yield* store.list(acme), [bucket])
    assert.isTrue(yield* store.update(changed))
    assert.deepStrictEqual(yield* store.list(acme), [changed])
    assert.isFalse(yield* store.update(yield* aBucket(acme)))
  }),

  "seals credentials again, unless they were replaced meanwhile": Effect.gen(function* () {
    const store = yield* BucketStore
    const acme = yield* anOrganization("acme")
    const bucket = yield* aBucket(acme, { sealed: "old" })
    yield* store.insert(bucket)
    const both = yield* interleaved(
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
    const [acme, beta] = yield* Effect.all([anOrganization("acme"), anOrganization("beta")])
    const bucket = yield* aBucket(acme)
    yield* store.insert(bucket)
    assert.isFalse(yield* store.remove(beta, bucket.id))
    const both = yield* interleaved(store.remove(acme, bucket.id), store.remove(acme, bucket.id))
    assert.sameMembers([...both], [true, false])
    assert.deepStrictEqual(yield* store.list(acme), [])
  }),
})
