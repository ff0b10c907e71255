import { Effect } from "effect"
import { findUsername } from "../access/Access.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { DatasetStore } from "../access/DatasetStore.ts"
import { LabelsetStore } from "../access/LabelsetStore.ts"
import { Organizations } from "../accounts/Organizations.ts"
import { Users } from "../accounts/Users.ts"
import { namedAssets } from "../assets/namedAssets.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { AlreadyExists, InvalidInput } from "../domain/errors.ts"
import { DatasetId, generateId, LabelsetId, VersionId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { groundTruth, nameKey } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { hasEvents } from "../domain/User.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { type CreationMetadata, listTexts, toStoredConfiguration } from "./datasetChange.ts"

/** The metadata of a new dataset, and whether its changes are reported. */
export interface PreparedDataset {
  readonly metadata: CreationMetadata
  readonly recordsEvents: boolean
}

/** The steps that creating and cloning share: determining the owner, and inserting the dataset with its ground truth. */
export const makeDatasetCreation = Effect.gen(function* () {
  const store = yield* DatasetStore
  const assets = yield* namedAssets
  const labelsets = yield* LabelsetStore
  const users = yield* Users
  const organizations = yield* Organizations
  const records = yield* DatasetRecords
  const settings = yield* EngineSettings

  /** Prepares a dataset of the caller, or of an organization whose admin they are. The engine itself creates one for anybody. */
  const prepare = Effect.fnUntraced(function* (owner: string | undefined) {
    const person = findUsername(yield* CurrentActor)
    const account = yield* findOwner(owner ?? person)
    const metadata: CreationMetadata = {
      id: yield* generateId(DatasetId),
      version: yield* generateId(VersionId),
      owner: account.username,
      createdBy: person ?? settings.systemName ?? account.username,
      createdAt: yield* now,
    }
    return { metadata, recordsEvents: hasEvents(account) } satisfies PreparedDataset
  })

  const findOwner = (name: string | null) =>
    Effect.gen(function* () {
      if (name === null) return yield* InvalidInput.at("/owner", "is required")
      const person = findUsername(yield* CurrentActor)
      if (person !== null && nameKey(name) !== nameKey(person)) return yield* organizations.requireAdmin(name)
      return (yield* users.get(name)).user
    })

  /** Inserts the dataset with its ground-truth labelset and the first version of its configuration, in the caller's transaction. */
  const insert = Effect.fnUntraced(function* (dataset: Dataset) {
    if (!(yield* store.insert(dataset))) return yield* new AlreadyExists({ resource: "dataset" })
    // After the insertion: a dataset that is not there yet has no owner whose quota counts the files.
    const keepAssets = assets.noteIn(dataset.id, listTexts(dataset))
    if (keepAssets !== null) yield* keepAssets
    yield* store.addConfiguration(toStoredConfiguration(dataset, dataset.createdBy))
    const labelset: Labelset = {
      id: yield* generateId(LabelsetId),
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

  /** Reports the new dataset, in the same transaction. */
  const report = (dataset: Dataset, recordsEvents: boolean) =>
    records.report({ dataset, recordsEvents, actor: dataset.createdBy }, "dataset.created")

  return { prepare, insert, report }
})
