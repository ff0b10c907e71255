/** BucketStore in memory. */
import { HashMap, Option } from "effect"
import { BucketStore } from "../buckets/BucketStore.ts"
import type { Bucket } from "../domain/Bucket.ts"
import type { Database } from "./Database.ts"
import { compareAscii } from "./sorted.ts"

export const makeBucketStore = (db: Database): typeof BucketStore.Service =>
  BucketStore.of({
    insert: (bucket) =>
      db.write((state) => {
        const isTaken = [...HashMap.values(state.buckets)].some(isSamePlace(bucket))
        if (isTaken) return [false, state]
        return [true, { ...state, buckets: HashMap.set(state.buckets, bucket.id, bucket) }]
      }),
    get: (organization, id) =>
      db.read((state) =>
        Option.filter(HashMap.get(state.buckets, id), (found) => found.organization === organization),
      ),
    list: (organization) =>
      db.read((state) =>
        [...HashMap.values(state.buckets)]
          .filter((bucket) => bucket.organization === organization)
          .sort((a, b) => compareAscii(a.id, b.id)),
      ),
    update: (bucket) =>
      db.write((state) => {
        const bucketRow = Option.getOrUndefined(HashMap.get(state.buckets, bucket.id))
        if (bucketRow?.organization !== bucket.organization) return [false, state]
        return [true, { ...state, buckets: HashMap.set(state.buckets, bucket.id, bucket) }]
      }),
    reseal: (id, from, to) =>
      db.write((state) => {
        const bucketRow = Option.getOrUndefined(HashMap.get(state.buckets, id))
        if (bucketRow?.sealed !== from) return [false, state]
        return [true, { ...state, buckets: HashMap.set(state.buckets, id, { ...bucketRow, sealed: to }) }]
      }),
    remove: (organization, id) =>
      db.write((state) => {
        const bucketRow = Option.getOrUndefined(HashMap.get(state.buckets, id))
        if (bucketRow?.organization !== organization) return [false, state]
        return [true, { ...state, buckets: HashMap.remove(state.buckets, id) }]
      }),
  })

const isSamePlace =
  (one: Bucket) =>
  (other: Bucket): boolean =>
    other.organization === one.organization &&
    other.kind === one.kind &&
    other.account === one.account &&
    other.name === one.name &&
    other.prefix === one.prefix
