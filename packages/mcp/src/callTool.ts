/** Calls the operation of a tool, and puts its answer into the content of a result. */
import { type ApiError, type EffectClient, findProblem } from "@annotary/http/client"
import type { HttpClientError } from "@effect/platform/HttpClientError"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import type { Operation, Place } from "./operation.ts"
import type { Tool } from "./tools.ts"

/** The arguments of a call: members of the tool's input schema. */
export type Arguments = Readonly<Record<string, unknown>>

type Answered = Effect.Effect<HttpClientResponse, ApiError>
type Call = (request: { readonly [Part in Place]?: Arguments }) => Answered

/** The most characters of a result: what a model can read at once. */
const mostCharacters = 200_000

/** Never fails: an error of the API is a result that says so, from which an agent learns what to do. */
export const callTool = (
  client: EffectClient,
  { fixed, mostRows, name }: Tool,
  operation: Operation,
  given: Arguments,
): Effect.Effect<CallToolResult> => {
  const read = name === "get_picture" ? readPicture : readText
  const page = mostRows === undefined ? {} : { per_page: mostRows }
  return Effect.suspend(() =>
    findCall(client, operation)(makeRequest(operation, { ...page, ...given, ...fixed })),
  ).pipe(
    Effect.flatMap(read),
    Effect.catchAll((error) => Effect.succeed(makeRefusal(error))),
    // A member that no address can contain.
    Effect.catchAllDefect((defect) =>
      Effect.succeed(makeError(`The request cannot be made: ${formatDefect(defect)}`)),
    ),
  )
}

/** Cast: the table names operations as texts, and a test calls each of them. */
const findCall = ({ responses }: EffectClient, { endpoint, group }: Operation): Call =>
  (responses as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>)[group]?.[endpoint] ??
  (() => Effect.dieMessage(`The client has no call ${group}.${endpoint}.`))

/** An operation without a body gets none. */
const makeRequest = ({ places }: Operation, members: Arguments): Parameters<Call>[0] => {
  const select = (place: Place): Arguments =>
    Object.fromEntries(Object.entries(members).filter(([name]) => places.get(name) === place))
  const hasBody = [...places.values()].includes("payload")
  return {
    path: select("path"),
    urlParams: select("urlParams"),
    ...(hasBody && { payload: select("payload") }),
  }
}

/** The JSON as the server wrote it: parsing would change the digits of long numbers. */
const readText = (response: HttpClientResponse): Effect.Effect<CallToolResult, HttpClientError> =>
  Effect.map(response.text, (text) => {
    if (text.length > mostCharacters)
      return makeError(
        `The answer has ${text.length} characters, more than the ${mostCharacters} that a tool returns. Ask for fewer rows, or read it by the API.`,
      )
    const cursor = findCursor(response)
    const more =
      cursor === undefined ? [] : [makeText(`More rows follow. The cursor of the next page: ${cursor}`)]
    return { content: [makeText(text === "" ? "Done." : text), ...more] }
  })

const readPicture = (response: HttpClientResponse): Effect.Effect<CallToolResult, HttpClientError> =>
  Effect.map(response.arrayBuffer, (bytes) => ({
    content: [
      {
        type: "image" as const,
        data: Buffer.from(bytes).toString("base64"),
        mimeType: response.headers["content-type"] ?? "image/webp",
      },
    ],
  }))

const findCursor = ({ headers }: HttpClientResponse): string | undefined => {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/i.exec(headers["link"] ?? "") ?? []
  return new URLSearchParams(query ?? "").get("cursor") ?? undefined
}

/** The code, the sentence and the members of a problem, such as the pointers of what is wrong. */
const makeRefusal = (error: ApiError | HttpClientError): CallToolResult => {
  const problem = findProblem(error)
  if (problem === undefined) return makeError(error.message)
  const { errors, warnings } = problem
  const details = [
    ...(errors ?? []).map(
      ({ message, pointer }) => `${pointer === "" ? "The whole" : `At ${pointer}`}: ${message}`,
    ),
    ...(warnings ?? []).map(({ rule }) => `Warning: ${rule}`),
  ]
  return makeError([`${problem.code}: ${problem.detail}`, ...details].join("\n"))
}

const makeError = (text: string): CallToolResult => ({ isError: true, content: [makeText(text)] })

const makeText = (text: string) => ({ type: "text" as const, text })

const formatDefect = (defect: unknown): string => (defect instanceof Error ? defect.message : String(defect))
