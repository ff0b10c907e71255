import { Effect, Runtime } from "effect"
import { BucketConnections, type BucketPage } from "../buckets/BucketConnections.ts"
import { Buckets } from "../buckets/Buckets.ts"
import { findCoveringBucket, formatObjectUrl, readObjectUrl } from "../buckets/bucketUrl.ts"
import type { Bucket } from "../domain/Bucket.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { FormatRead } from "../files/FormatRegistry.ts"
import { canList, LeftOut, makeListingError, readBucketRecords } from "./bucketRecords.ts"

/** The format of imports that list a bucket. */
export const bucketFormat = "bucket"

/** Keys of one page: the most that providers return. */
const pageKeys = 1000

/** A server may announce pages without end: it must bring keys, and not more than any folder of a dataset has. */
const mostKeys = 10_000_000
const mostPagesWithoutKeys = 100

/** As many as the formats read from files by default. */
const mostFrames = 100_000

/** Makes the check of the pages of one listing, which returns why it cannot go on. */
const makePageCheck = () => {
  let [count, withoutKeys] = [0, 0]
  let last: string | null = null
  return ({ keys, next }: Exclude<BucketPage, { readonly refusal: string }>): string | undefined => {
    count += keys.length
    withoutKeys = keys.length === 0 ? withoutKeys + 1 : 0
    const isSame = next !== null && next === last
    last = next
    if (isSame) return "The server of the bucket announces the same next page again and again."
    if (withoutKeys > mostPagesWithoutKeys)
      return `The server of the bucket answered ${withoutKeys} pages in a row without a key.`
    return count > mostKeys
      ? `The folder of the bucket has more than ${mostKeys} objects; import its folders one by one.`
      : undefined
  }
}

/** Lists prefixes of private buckets for imports. Only an admin of the organization that owns the dataset may do so. */
export const makeBucketListings = Effect.gen(function* () {
  const buckets = yield* Buckets
  const connections = yield* BucketConnections

  /** The bucket that covers the URL of a prefix, with this prefix. */
  const find = Effect.fnUntraced(function* ({ owner, taskType }: Dataset, url: string) {
    if (!canList(taskType))
      return yield* InvalidInput.at("/url", "cannot be listed into samples of several sensors")
    // A prefix is a folder, and the search is for a key in it.
    const key = readObjectUrl(`${url.endsWith("/") ? url : `${url}/`}*`)
    if (key === null)
      return yield* InvalidInput.at("/url", "must be the URL of a folder, such as s3://bucket/folder/")
    const ownerBuckets = yield* Effect.catchTag(buckets.list(owner), "NotFound", () =>
      InvalidInput.at("/url", "needs a dataset of an organization: buckets belong to organizations"),
    )
    const bucket = findCoveringBucket(ownerBuckets, key)
    if (bucket === undefined)
      return yield* InvalidInput.at("/url", "must be in a bucket of the organization that owns the dataset")
    return { ...bucket, prefix: key.key.slice(0, -1) } satisfies Bucket
  })

  /** The samples of a prefix. Each reading lists it again, page by page. */
  const open = Effect.fnUntraced(function* (dataset: Dataset, url: string) {
    const bucket = yield* find(dataset, url)
    const runtime = yield* Effect.runtime()
    const { prefix } = bucket
    const folder = {
      taskType: dataset.taskType,
      prefix,
      urlOf: (key: string) => formatObjectUrl(bucket, key),
      mostFrames,
    }
    async function* listKeys() {
      const check = makePageCheck()
      let after: string | null = null
      do {
        const listing = connections.list(bucket, { limit: pageKeys, after })
        const page: Effect.Effect.Success<typeof listing> = await Runtime.runPromise(runtime)(listing)
        if ("refusal" in page) throw new Error(page.refusal)
        const fault = check(page)
        if (fault !== undefined) throw makeListingError(fault)
        yield* page.keys
        after = page.next
      } while (after !== null)
    }
    let leftOut = new LeftOut()
    return {
      format: bucketFormat,
      records: () => {
        leftOut = new LeftOut()
        return readBucketRecords(listKeys(), folder, leftOut)
      },
      losses: () => leftOut.list(),
      close: async () => {},
    } satisfies FormatRead
  })

  return { find, open }
})
