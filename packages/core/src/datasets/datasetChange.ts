/** A new dataset from its input, and a dataset after a patch. Pure. */
import { defaultConfiguration } from "../domain/Configuration.ts"
import type { StoredConfiguration } from "../domain/ConfigurationVersion.ts"
import {
  type Dataset,
  datasetFields,
  documentFields,
  formatFullName,
  getDataType,
  textFields,
} from "../domain/Dataset.ts"
import { DatasetSettings } from "../domain/DatasetSettings.ts"
import { pickForm } from "../domain/fieldForms.ts"
import type { DatasetId, VersionId } from "../domain/Ids.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { DatasetPatch, NewDataset } from "../domain/wire/datasetRequest.ts"

/** The fields of a new dataset that the engine generates. */
export interface CreationMetadata {
  readonly id: DatasetId
  readonly version: VersionId
  readonly owner: Username
  readonly createdBy: Username
  readonly createdAt: Timestamp
}

const { documents, texts, values } = datasetFields
const initialFields = {
  ...pickForm(texts, "initially"),
  ...pickForm(values, "initially"),
  ...pickForm(documents, "initially"),
}
const initialSettings = DatasetSettings.make({})

/** A new dataset from valid input. */
export const makeDataset = ({ settings, ...fields }: NewDataset, created: CreationMetadata): Dataset => ({
  ...initialFields,
  dataType: getDataType(fields.taskType),
  taskAttributes: toJsonText(defaultConfiguration),
  ...omitUndefined(fields),
  ...created,
  settings: deriveSettings({ ...initialSettings, ...omitUndefined(settings ?? {}) }),
  configVersion: 1,
  clonedFrom: null,
  updatedAt: created.createdAt,
})

/** The fields of a clone that differ from its original. */
export interface CloneOf {
  readonly original: Dataset
  readonly name: Dataset["name"]
  readonly taskType: Dataset["taskType"]
  readonly public: boolean
}

export const makeClone = (clone: CloneOf, created: CreationMetadata): Dataset => ({
  ...clone.original,
  ...created,
  name: clone.name,
  taskType: clone.taskType,
  dataType:
    clone.taskType === clone.original.taskType ? clone.original.dataType : getDataType(clone.taskType),
  public: clone.public,
  archived: false,
  // The names of people are for those who may list the collaborators of the original.
  settings: { ...clone.original.settings, reviewPeople: [] },
  configVersion: 1,
  clonedFrom: formatFullName(clone.original),
  updatedAt: created.createdAt,
})

/** The version of the configuration that the dataset has, for the history. */
export const toStoredConfiguration = (dataset: Dataset, by: Username): StoredConfiguration => ({
  datasetId: dataset.id,
  number: dataset.configVersion,
  configuration: dataset.taskAttributes,
  at: dataset.updatedAt,
  by,
})

/** The dataset after the patch. The same object when nothing changes. */
export const applyPatch = (dataset: Dataset, patch: DatasetPatch): Dataset => {
  const { settings, ...fields } = patch
  const changed = pickDifferences(
    dataset,
    omitUndefined({ ...deriveFields(dataset, fields), ...omitUndefined(fields) }),
  )
  const changedSettings = pickDifferences(dataset.settings, omitUndefined(settings ?? {}))
  if (changed === null && changedSettings === null) return dataset
  const configVersion = dataset.configVersion + (changed !== null && "taskAttributes" in changed ? 1 : 0)
  const nextSettings = deriveSettings({ ...dataset.settings, ...changedSettings })
  return { ...dataset, ...changed, settings: nextSettings, configVersion }
}

/** Notes the first use of overlap, from which on calls look for it. It stays noted: samples keep their overlap. */
const deriveSettings = (settings: DatasetSettings): DatasetSettings =>
  settings.overlap > 1 && !settings.usesOverlap ? { ...settings, usesOverlap: true } : settings

/** A data type that was derived from the task type follows it. */
const deriveFields = (dataset: Dataset, { taskType }: Omit<DatasetPatch, "settings">): Partial<Dataset> =>
  taskType !== undefined && dataset.dataType === getDataType(dataset.taskType)
    ? { dataType: getDataType(taskType) }
    : {}

/** Only what was sent. Cast: `Object.fromEntries` forgets the keys. */
const omitUndefined = <A extends object>(input: A): { [Key in keyof A]: Exclude<A[Key], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as never

/** Lists are equal when their items are. */
const isSame = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((item, index) => item === b[index])
    : a === b

/** The entries of `next` that differ; null when there are none. */
const pickDifferences = <A extends object, B extends Partial<A>>(current: A, next: B): B | null => {
  const entries = Object.entries(next).filter(([key, value]) => !isSame(current[key as keyof A], value))
  return entries.length === 0 ? null : (Object.fromEntries(entries) as B)
}

/** The texts of a dataset that may name assets. */
export const listTexts = (dataset: Dataset): ReadonlyArray<string | null> =>
  [...textFields, ...documentFields, "taskAttributes" as const].map((name) => dataset[name])
