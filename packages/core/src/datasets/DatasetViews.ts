import { Effect } from "effect"
import { Access, findUsername } from "../access/Access.ts"
import { isSiteAdmin } from "../access/actors.ts"
import { DatasetRecords, type Seen } from "../access/DatasetRecords.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { DatasetRecord } from "../domain/Dataset.ts"
import type { Username } from "../domain/Names.ts"
import { listPermissions, type Operation } from "../domain/permissions.ts"

/** Encode it with `toDatasetJson`. */
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
    const readViews = Effect.fnUntraced(function* (seen: ReadonlyArray<Seen>) {
      const datasetRecords = yield* records.readRecords(seen)
      const knows = yield* emailVisibility
      return yield* Effect.forEach(datasetRecords, (record) =>
        Effect.map(
          ["public", "model"].includes(record.role) ? knows(record.owner.username) : Effect.succeed(true),
          (showEmail): DatasetView => {
            const permissions = listPermissions(record.role, record.dataset)
            return {
              record: permissions.includes("list_collaborators") ? record : hidePeople(record),
              permissions,
              showEmail,
            }
          },
        ),
      )
    })

    /** The view of one dataset. */
    const readView = Effect.fnUntraced(function* (seen: Seen) {
      const [view] = yield* readViews([seen])
      return view ?? (yield* Effect.dieMessage(`the dataset ${seen.dataset.id} has no owner`))
    })

    /** Whether the caller can see an account's e-mail address, checked once for each account. */
    const emailVisibility = Effect.gen(function* () {
      const viewer = findUsername(yield* CurrentActor)
      const all = viewer === null || (yield* isSiteAdmin)
      const visibleEmails = new Map<Username, boolean>()
      return (owner: Username) =>
        Effect.gen(function* () {
          if (all) return true
          const before = visibleEmails.get(owner)
          if (before !== undefined) return before
          const knows = yield* access.canSeeEmail(viewer, owner)
          visibleEmails.set(owner, knows)
          return knows
        })
    })

    return { readViews, readView }
  }),
}) {
  static readonly dependencies = [Access, DatasetRecords] as const
}

/** The record without the names of people in the settings. */
const hidePeople = (record: DatasetRecord): DatasetRecord => {
  const { dataset } = record
  return { ...record, dataset: { ...dataset, settings: { ...dataset.settings, reviewPeople: [] } } }
}
