/** Error responses: RFC 9457 problem details, with the phrases that the wire contract's SDK expects. */

import type { Violation } from "@annotary/core/effect"
import { Data } from "effect"

export interface Problem {
  readonly status: number
  /** Stable, snake_case. */
  readonly code: string
  /** A sentence of the server, never the sender's text. */
  readonly detail: string
  readonly errors?: ReadonlyArray<Violation> | undefined
  /** Warnings for which a label is refused, as JSON text. */
  readonly warnings?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The fields of the error, for programs. */
  readonly members?: Readonly<Record<string, string | number | ReadonlyArray<object>>> | undefined
  /** Included when the reader has nothing else to quote. */
  readonly requestId?: string | undefined
}

/** A request that the transport refuses. Handlers that read a body pass it through. */
export class Refused extends Data.TaggedError("Refused")<{ readonly problem: Problem }> {
  override get message() {
    return this.problem.detail
  }
}

export const problemType = "application/problem+json"

/** The body of a problem. */
export const formatProblem = ({ members = {}, ...problem }: Problem): string => {
  const { pause_reason: reason, ...others } = members
  const text = formatPlainProblem({ ...problem, members: others })
  const userTexts = [
    ...(problem.warnings === undefined ? [] : [`"warnings":${escapePhrases(problem.warnings)}`]),
    ...(reason === undefined ? [] : [`"pause_reason":${escapePhrases(JSON.stringify(reason))}`]),
  ]
  return userTexts.length === 0 ? text : `${text.slice(0, -1)},${userTexts.join(",")}}`
}

/**
 * Warnings contain the owner's names of attributes and sensors, and a pause has a reason, by which the SDK must not choose an exception. Blanks and
 * hyphens of its phrases are written as escapes, which JSON readers decode.
 */
const escapePhrases = (json: string): string =>
  json.replace(phrases, (phrase) => phrase.replaceAll(" ", "\\u0020").replaceAll("-", "\\u002d"))

const phrases = new RegExp(
  [
    "not found|does not exist|already exists|already have|as collaborator|already a collaborator|were not provided",
    "leave the organization|be an administrator|have permission|free trial ended|exceeded user limit|time-out|invalid page",
  ].join("|"),
  "gi",
)

const formatPlainProblem = (problem: Problem): string =>
  JSON.stringify({
    type: `urn:annotary:error:${problem.code}`,
    title: titles[problem.status] ?? (problem.status < 500 ? "Bad Request" : "Internal Server Error"),
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    ...problem.members,
    errors: problem.errors,
    request_id: problem.requestId,
  })

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
}
