import { readFieldProblems } from "../../ui/fieldProblems.ts"
import { type WorkflowField, workflowWords } from "./workflow.ts"

/** Finds the message of the server about a field of the form, by its name in the API. */
export type FindProblem = (field: WorkflowField) => string | undefined

interface FormProblems {
  readonly findProblem: FindProblem
  /** The error for the panel below the form; null where every message stands at its field. */
  readonly rest: Error | null
}

export const findFormProblems = (
  error: Error | null,
  hiddenFields: ReadonlySet<WorkflowField>,
): FormProblems => {
  const problems = readFieldProblems(error)
  const hidden: ReadonlySet<string> = hiddenFields
  const isShown = (field: string) => field in workflowWords && !hidden.has(field)
  return {
    findProblem: (name) => problems.find(({ field }) => field === name)?.message,
    rest: problems.length > 0 && problems.every(({ field }) => isShown(field)) ? null : error,
  }
}
