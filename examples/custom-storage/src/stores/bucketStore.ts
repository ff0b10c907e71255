/** BucketStore: buckets by id, one for each place of an organization. */
import type { Bucket } from "@annotary/core"
import { BucketStore } from "@annotary/core/effect"
import { Option } from "effect"
import type { Database } from "../Database.ts"

export const bucketStore = ({ call, tables: { buckets } }: Database) =>
  BucketStore.of({
    insert: (bucket) =>
      call("BucketStore.insert", () => {
        if (buckets.all().some((other) => placeOf(other) === placeOf(bucket))) return false
        buckets.put(bucket.id, bucket)
        return true
      }),
    get: (organization, id) =>
      call("BucketStore.get", () =>
        Option.filter(Option.fromNullable(buckets.get(id)), (one) => one.organization === organization),
      ),
    list: (organization) =>
      call("BucketStore.list", () =>
        buckets
          .all()
          .filter((one) => one.organization === organization)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    update: (bucket) =>
      call("BucketStore.update", () => {
        if (buckets.get(bucket.id)?.organization !== bucket.organization) return false
        buckets.put(bucket.id, bucket)
        return true
      }),
    reseal: (id, from, to) =>
      call("BucketStore.reseal", () => {
        const found = buckets.get(id)
        if (found?.sealed !== from) return false
        buckets.put(id, { ...found, sealed: to })
        return true
      }),
    remove: (organization, id) =>
      call("BucketStore.remove", () => {
        const found = buckets.get(id)
        return found?.organization === organization && buckets.delete(id)
      }),
  })

const placeOf = ({ account, kind, name, organization, prefix }: Bucket): string =>
  JSON.stringify([organization, kind, account, name, prefix])
