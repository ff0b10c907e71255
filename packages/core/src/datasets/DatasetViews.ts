import { Effect } from "effect"
import { Access, personOf } from "../access/Access.ts"
import { isSiteAdmin } from "../access/actors.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { DatasetRecord } from "../domain/Dataset.ts"
import type { Username } from "../domain/Names.ts"
import { listPermissions, type Operation } from "../domain/permissions.ts"
import { DatasetRecords, type Seen } from "./DatasetRecords.ts"

/** Encode it with `datasetJson`. */
export interface DatasetView {
  readonly record: DatasetRecord
  readonly permissions: ReadonlyArray<Operation>
  readonly showEmail: boolean
}

/** Datasets as one caller sees them: the record, the caller's permissions, and whether the owner's e-mail address is visible. */
export class DatasetViews extends Effect.Service<DatasetViews>()("@annotary/core/DatasetViews", {
  effect: Effect.gen(function* () {
    const records = yield* DatasetRecords
    const access = yield* Access

    /** The views, in the order given. At most 1000. */
    const of = Effect.fnUntraced(function* (seen: ReadonlyArray<Seen>) {
      const found = yield* records.of(seen)
      const knows = yield* emailVisibility
      return yield* Effect.forEach(found, (record) =>
        Effect.map(
          record.role === "public" ? knows(record.owner.username) : Effect.succeed(true),
          (showEmail): DatasetView => ({
            record,
            permissions: listPermissions(record.role, record.dataset),
            showEmail,
          }),
        ),
      )
    })

    /** The view of one dataset. */
    const one = Effect.fnUntraced(function* (seen: Seen) {
      const [view] = yield* of([seen])
      return view ?? (yield* Effect.dieMessage(`the dataset ${seen.dataset.id} has no owner`))
    })

    /** Whether the caller can see an account's e-mail address, checked once for each account. */
    const emailVisibility = Effect.gen(function* () {
      const viewer = personOf(yield* CurrentActor)
      const all = viewer === null || (yield* isSiteAdmin)
      const known = new Map<Username, boolean>()
      return (owner: Username) =>
        Effect.gen(function* () {
          if (all) return true
          const before = known.get(owner)
          if (before !== undefined) return before
          const knows = yield* access.canSeeEmail(viewer, owner)
          known.set(owner, knows)
          return knows
        })
    })

    return { of, one }
  }),
  dependencies: [Access.Default, DatasetRecords.Default],
}) {}
