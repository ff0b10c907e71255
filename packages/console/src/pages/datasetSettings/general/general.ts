/** The general settings as values of a form, and the change that a form makes. Pure. */
import type { Wire } from "../../../api/client.ts"
import type { Change } from "../calls.ts"

/** The fields of the form by the names of the API, with the keys of their words. */
export const generalWords = {
  name: "datasetFields:name",
  description: "datasetFields:description",
  category: "datasetFields:category",
  task_type: "datasetFields:taskType",
  public: "datasetFields:visibility",
  readme: "readme",
} as const satisfies { readonly [Field in keyof Wire<"Dataset">]?: string }

export type GeneralField = keyof typeof generalWords
export type GeneralValues = Readonly<Pick<Wire<"Dataset">, GeneralField>>

// Cast: `Object.keys` forgets which keys there are.
const fields = Object.keys(generalWords) as ReadonlyArray<GeneralField>

/** The field of the form that has the name in a problem of the API. */
export const findGeneralField = (name: string): GeneralField | undefined =>
  fields.find((field) => field === name)

// Casts: `fromEntries` forgets which field has which value.
export const toGeneralValues = (dataset: Wire<"Dataset">): GeneralValues =>
  Object.fromEntries(fields.map((field) => [field, dataset[field]])) as GeneralValues

/** Returns what differs from the dataset. */
export const makeGeneralChange = (values: GeneralValues, dataset: Wire<"Dataset">): Change =>
  Object.fromEntries(
    fields.filter((field) => values[field] !== dataset[field]).map((field) => [field, values[field]]),
  ) as Change
