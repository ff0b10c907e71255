/** The form of a new dataset as values, and the call that creates it. */
import { api, readBody, type Wire } from "../../api/client.ts"
import { hasStatus } from "../../api/problem.ts"
import { type Flag, type Flags, flagGroups, initialFlags } from "../datasetFields/flags.ts"
import type { TaskType } from "../datasetFields/taskTypes.ts"

export interface NewDatasetForm {
  /** A person's own name, or an organization. */
  readonly owner: string
  readonly taskType: TaskType | undefined
  readonly name: string
  readonly description: string
  readonly category: string
  readonly isPublic: boolean
  readonly flags: Flags
}

export const makeEmptyForm = (owner: string): NewDatasetForm => ({
  owner,
  taskType: undefined,
  name: "",
  description: "",
  category: "other",
  isPublic: false,
  flags: initialFlags,
})

/** The names that the API accepts. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** Fields of the form by the names that problems of the API have for them. */
export const fieldOf: Readonly<Record<string, keyof NewDatasetForm>> = {
  name: "name",
  description: "description",
  category: "category",
  task_type: "taskType",
  public: "isPublic",
}

/** Whether an error says that the owner has a dataset of this name. */
export const isTaken = (error: unknown): boolean =>
  hasStatus(error, 409) && error.code === "dataset_already_exists"

/** Creates the dataset. Only switches of the group "work" are sent: the form shows no others. */
export const createDataset = (
  {
    category,
    description,
    flags,
    isPublic,
    name,
    owner,
    taskType,
  }: NewDatasetForm & {
    readonly taskType: TaskType
  },
  me: string,
): Promise<Wire<"Dataset">> => {
  const shown = Object.fromEntries(flagGroups.work.map((flag): [Flag, boolean] => [flag, flags[flag]]))
  const body = {
    ...shown,
    name,
    description: description.trim(),
    category,
    task_type: taskType,
    public: isPublic,
  }
  return owner === me
    ? readBody(api.POST("/user/datasets/", { body }))
    : readBody(
        api.POST("/organizations/{organization}/datasets/", {
          params: { path: { organization: owner } },
          body,
        }),
      )
}
