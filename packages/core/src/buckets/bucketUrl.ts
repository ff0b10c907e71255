/** URLs of objects as samples name them: `s3://bucket/key`, `gs://bucket/key`, `azure://account/container/blob`. */
import type { BucketKind, BucketPlace } from "../domain/Bucket.ts"

/** A parsed URL of an object. The key is as it is written: nothing in it is decoded. */
export interface ObjectUrl {
  readonly kind: BucketKind
  readonly account: string
  readonly name: string
  readonly key: string
}

/** The parts of a URL of an object; null for other texts. */
export const readObjectUrl = (text: string): ObjectUrl | null => {
  const simple = /^(s3|gs):\/\/([^/]+)\/(.+)$/s.exec(text)
  if (simple !== null) {
    const [, kind, name = "", key = ""] = simple
    return { kind: kind === "gs" ? "gs" : "s3", account: "", name, key }
  }
  const azure = /^azure:\/\/([^/]+)\/([^/]+)\/(.+)$/s.exec(text)
  if (azure === null) return null
  const [, account = "", name = "", key = ""] = azure
  return { kind: "azure", account, name, key }
}

/** The URL of a key in a bucket. */
export const formatObjectUrl = ({ account, kind, name }: Omit<BucketPlace, "prefix">, key: string): string =>
  kind === "azure" ? `azure://${account}/${name}/${key}` : `${kind}://${name}/${key}`

/**
 * The bucket that covers a URL, which is the one with the longest prefix. None for keys with `.` and `..` as steps: clients and
 * servers resolve them differently, and would leave the prefix.
 */
export const findCoveringBucket = <B extends BucketPlace>(
  buckets: ReadonlyArray<B>,
  { account, key, kind, name }: ObjectUrl,
): B | undefined =>
  key.split("/").some((step) => step === "." || step === "..")
    ? undefined
    : buckets
        .filter(
          (bucket) =>
            bucket.kind === kind &&
            bucket.account === account &&
            bucket.name === name &&
            key.startsWith(bucket.prefix) &&
            key.length > bucket.prefix.length,
        )
        .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
