/** The fields of a dataset in requests and in the engine's inputs, with their limits. */
import { Schema } from "effect"
import { DataType, datasetFields, TaskType } from "../Dataset.ts"
import { settingInputs, settingRequests } from "../DatasetSettings.ts"
import { pickForm } from "../fieldForms.ts"
import { JsonText } from "../JsonText.ts"
import { DatasetName, FilledText } from "../Names.ts"
import { longest, makeOptionalField } from "./fields.ts"
import { RawObject } from "./rawJson.ts"

const Category = FilledText(longest.category).annotations({
  description: "Any text; the SDK of the wire contract knows eight of them",
})

const { documents, texts, values } = datasetFields

const sent = {
  ...pickForm(texts, "sent"),
  dataType: makeOptionalField(DataType).pipe(Schema.fromKey("data_type")),
  ...pickForm(values, "sent"),
  taskAttributes: makeOptionalField(RawObject).pipe(Schema.fromKey("task_attributes")),
  ...pickForm(documents, "sent"),
  ...settingRequests,
}

/** The body that creates a dataset. */
export const NewDatasetJson = Schema.Struct({
  name: DatasetName,
  category: Category,
  taskType: Schema.propertySignature(TaskType).pipe(Schema.fromKey("task_type")),
  ...sent,
}).annotations({ identifier: "NewDataset" })

/** The body that changes a dataset. */
export const DatasetChangeJson = Schema.Struct({
  name: makeOptionalField(DatasetName),
  category: makeOptionalField(Category),
  taskType: makeOptionalField(TaskType).pipe(Schema.fromKey("task_type")),
  ...sent,
}).annotations({ identifier: "DatasetChange" })

const input = {
  ...pickForm(texts, "input"),
  dataType: Schema.optional(DataType),
  ...pickForm(values, "input"),
  taskAttributes: Schema.optional(JsonText),
  ...pickForm(documents, "input"),
  settings: Schema.optional(Schema.Struct(settingInputs)),
}

/** The engine's input of a new dataset. Other fields are ignored. JSON is text, see `JsonText`. */
export const NewDataset = Schema.Struct({
  name: DatasetName,
  category: Category,
  taskType: TaskType,
  ...input,
})
export interface NewDataset extends Schema.Schema.Type<typeof NewDataset> {}

/** The engine's input of a changed dataset. */
export const DatasetPatch = Schema.Struct({
  name: Schema.optional(DatasetName),
  category: Schema.optional(Category),
  taskType: Schema.optional(TaskType),
  ...input,
})
export interface DatasetPatch extends Schema.Schema.Type<typeof DatasetPatch> {}

type Sent = typeof DatasetChangeJson.Type

/** Converts a body to the engine's input, which has the settings in a nested object. */
export const withSettings = <Body extends Sent>(body: Body) => {
  const isSetting = ([name]: readonly [string, unknown]) => name in settingInputs
  const entries = Object.entries(body)
  return {
    ...Object.fromEntries(entries.filter((entry) => !isSetting(entry))),
    settings: Object.fromEntries(entries.filter(isSetting)),
  } as Omit<Body, keyof typeof settingInputs> & { readonly settings: Pick<Body, keyof typeof settingInputs> }
}
