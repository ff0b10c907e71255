/** The general settings as values of a form, and the change that a form makes. Pure. */
import type { Wire } from "../../../api/client.ts"
import type { TaskType } from "../../datasetFields/taskTypes.ts"
import type { Change } from "../calls.ts"

export interface GeneralValues {
  readonly name: string
  readonly description: string
  readonly category: string
  readonly taskType: TaskType
  readonly isPublic: boolean
  readonly readme: string
}

export const toGeneralValues = (dataset: Wire<"Dataset">): GeneralValues => ({
  name: dataset.name,
  description: dataset.description,
  category: dataset.category,
  taskType: dataset.task_type,
  isPublic: dataset.public,
  readme: dataset.readme,
})

/** Fields of the form by the names that problems of the API have for them. */
export const fieldNames: Readonly<Record<string, keyof GeneralValues>> = {
  name: "name",
  description: "description",
  category: "category",
  task_type: "taskType",
  public: "isPublic",
  readme: "readme",
}

/** Returns what differs from the dataset. */
export const makeGeneralChange = (values: GeneralValues, dataset: Wire<"Dataset">): Change => {
  const before = toGeneralValues(dataset)
  // Cast: `fromEntries` forgets which field has which value.
  return Object.fromEntries(
    Object.entries(fieldNames)
      .filter(([, field]) => values[field] !== before[field])
      .map(([name, field]) => [name, values[field]]),
  ) as Change
}
