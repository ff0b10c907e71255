/** What making and cloning have in common: who will own the dataset, and putting it into the world with its ground truth. */
import { Effect } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { AlreadyExists, InvalidInput } from "../domain/errors.ts"
import { DatasetId, LabelsetId, nextId, VersionId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { groundTruth, nameKey } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { personOf } from "../identity/Access.ts"
import { Organizations } from "../identity/Organizations.ts"
import { Users } from "../identity/Users.ts"
import { DatasetRecords } from "./DatasetRecords.ts"
import { DatasetStore } from "./DatasetStore.ts"
import type { Birth } from "./datasetChange.ts"
import { LabelsetStore } from "./LabelsetStore.ts"

/** Who will own a dataset, who makes it, and whether the owner is told of its changes. */
export interface Founders {
  readonly birth: Birth
  readonly ownerWebhooks: boolean
}

export class Founding extends Effect.Service<Founding>()("@annotary/core/Founding", {
  effect: Effect.gen(function* () {
    const store = yield* DatasetStore
    const labelsets = yield* LabelsetStore
    const users = yield* Users
    const organizations = yield* Organizations
    const records = yield* DatasetRecords
    const settings = yield* EngineSettings

    /** A new dataset of the caller's, or of an organization whose admin they are. The engine itself makes one for anybody. */
    const founders = Effect.fn("Founding.founders")(function* (owner: string | undefined) {
      const person = personOf(yield* CurrentActor)
      const account = yield* ownerFor(owner ?? person)
      const birth: Birth = {
        id: yield* nextId(DatasetId),
        version: yield* nextId(VersionId),
        owner: account.username,
        createdBy: person ?? settings.systemName ?? account.username,
        createdAt: yield* now,
      }
      return { birth, ownerWebhooks: account.webhooksEnabled } satisfies Founders
    })

    const ownerFor = (name: string | null) =>
      Effect.gen(function* () {
        if (name === null) return yield* InvalidInput.at("/owner", "is required")
        const person = personOf(yield* CurrentActor)
        if (person !== null && nameKey(name) !== nameKey(person))
          return yield* organizations.requireAdmin(name)
        return (yield* users.get(name)).user
      })

    /** Stores the dataset with its ground-truth labelset, in the caller's transaction. */
    const insert = Effect.fn("Founding.insert")(function* (dataset: Dataset) {
      if (!(yield* store.insert(dataset))) return yield* new AlreadyExists({ resource: "dataset" })
      const labelset: Labelset = {
        id: yield* nextId(LabelsetId),
        datasetId: dataset.id,
        name: groundTruth,
        description: "",
        isGroundTruth: true,
        createdAt: dataset.createdAt,
        createdBy: dataset.createdBy,
      }
      yield* labelsets.insert(labelset)
      return labelset
    })

    /** Tells of the new dataset, in the same transaction. */
    const announce = (dataset: Dataset, ownerWebhooks: boolean) =>
      records.tell({ dataset, ownerWebhooks, actor: dataset.createdBy }, "dataset.created")

    return { founders, insert, announce }
  }),
}) {}
