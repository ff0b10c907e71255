/** The errors of the API as values: problem details (RFC 9457), or the reason why there was no answer. */
import type { components } from "./generated.ts"

/** The body of an error response. */
export type Problem = components["schemas"]["Problem"]

/** An answer of the API that is an error. */
export class ApiError extends Error {
  override readonly name = "ApiError"
  readonly problem: Problem
  /** Seconds after which a repetition makes sense, from `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(problem: Problem, retryAfter?: number) {
    super(problem.detail)
    this.problem = problem
    this.retryAfter = retryAfter
  }

  get status(): number {
    return this.problem.status
  }

  get code(): string {
    return this.problem.code
  }
}

/** The server cannot be reached: no network, or no server at the address. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
}

/** Whether an error is an answer of the API with one of these statuses. */
export const hasStatus = (error: unknown, ...statuses: ReadonlyArray<number>): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)

/** The error of a response. A proxy may have answered instead of the API, with a body that is no problem. */
export const toApiError = (response: Response, body: unknown): ApiError => {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
  return new ApiError(
    isProblem(body) ? body : makeForeignProblem(response),
    Number.isFinite(seconds) ? seconds : undefined,
  )
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body && "status" in body

const makeForeignProblem = ({ status, statusText }: Response): Problem => ({
  type: "about:blank",
  title: statusText,
  status,
  detail: statusText === "" ? `HTTP ${status}` : `HTTP ${status} ${statusText}`,
  code: "foreign_answer",
})
