import { readFieldProblems } from "../../ui/fieldProblems.ts"
import { workflowWords } from "./workflow.ts"

/** Finds the message of the server about a field of the form, by its name in the API. */
export type FindProblem = (field: keyof typeof workflowWords) => string | undefined

interface FormProblems {
  readonly findProblem: FindProblem
  /** The error for the panel below the form; null where every message stands at its field. */
  readonly rest: Error | null
}

export const findFormProblems = (error: Error | null): FormProblems => {
  const problems = readFieldProblems(error)
  return {
    findProblem: (name) => problems.find(({ field }) => field === name)?.message,
    rest: problems.length > 0 && problems.every(({ field }) => field in workflowWords) ? null : error,
  }
}
