/** The content of results: answers of the API, pictures, and refusals from which an agent learns what to do. */
import { type ApiError, type EffectClient, findNextQuery, findProblem } from "@annotary/http/client"
import type { HttpClientError } from "@effect/platform/HttpClientError"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect, Stream } from "effect"
import { cutJson, maxCharacters } from "./cutJson.ts"
import type { Operation, ToolRequest } from "./operation.ts"
import type { Tool } from "./tools.ts"

/** The most characters that are read of an answer, to show a part of it. */
const maxRead = 8 * 1024 * 1024

/** The JSON as the server wrote it: parsing would change the digits of long numbers. */
export const readAnswer = (
  tool: Tool,
  operation: Operation,
  request: ToolRequest,
  response: HttpClientResponse,
): Effect.Effect<CallToolResult, HttpClientError> =>
  Effect.map(tool.writes ? response.text : readBeginning(response), (text): CallToolResult => {
    const type = response.headers["content-type"] ?? ""
    if (text !== "" && !/json/.test(type))
      return makeError(
        `The server answered with ${type}, and not with JSON: is this the address of Annotary?`,
      )
    const shown = text.length <= maxCharacters ? text : cutJson(text)
    if (shown === undefined)
      return tool.writes
        ? { content: [makeText("Done. The answer is too long to be shown.")] }
        : makeError(`The answer is longer than the ${maxCharacters} characters that a tool returns.`)
    const next = findNext(operation, request, response, text)
    return { content: [makeText(shown === "" ? "Done." : shown), ...next.map(makeText)] }
  })

/** Reads until the text is longer than what can be shown of it. */
const readBeginning = (response: HttpClientResponse): Effect.Effect<string, HttpClientError> =>
  Effect.suspend(() => {
    let length = 0
    return response.stream.pipe(
      Stream.decodeText(),
      Stream.takeUntil((part) => {
        length += part.length
        return length > maxRead
      }),
      Stream.mkString,
    )
  })

/** Says that more rows follow, and how to get them. */
const findNext = (
  { places }: Operation,
  { urlParams = {} }: ToolRequest,
  response: HttpClientResponse,
  text: string,
): ReadonlyArray<string> => {
  const cursor = findNextQuery(response)?.get("cursor")
  if (typeof cursor === "string") return [`More rows follow. The cursor of the next page: ${cursor}`]
  if (places.get("page") !== "urlParams" || places.has("cursor")) return []
  const { page = 1, per_page: perPage } = urlParams
  const rows: unknown = text.length <= maxRead ? JSON.parse(text) : undefined
  return Array.isArray(rows) && rows.length > 0 && rows.length === perPage
    ? [`More rows may follow: ask for page ${Number(page) + 1}.`]
    : []
}

/** The picture, and how its pixels become those of the sample, in which labels are. */
export const readPicture = (
  client: EffectClient,
  { path = {}, urlParams = {} }: ToolRequest,
  response: HttpClientResponse,
): Effect.Effect<CallToolResult, ApiError | HttpClientError> =>
  Effect.gen(function* () {
    const bytes = yield* response.arrayBuffer
    const sample = yield* client.samples.get({ path: { sample: String(path["sample"]) } })
    const [size] = sample.measured_sizes ?? []
    const mimeType = response.headers["content-type"] ?? "image/webp"
    return {
      content: [
        { type: "image" as const, data: Buffer.from(bytes).toString("base64"), mimeType },
        makeText(describeScale(size, Number(urlParams["size"] ?? 320))),
      ],
    }
  })

const describeScale = (
  size: { readonly height: number; readonly width: number } | undefined,
  side: number,
): string => {
  if (size === undefined)
    return "The server has not measured the picture of the sample. Labels are in pixels of that picture, which may have more pixels than this copy."
  const factor = Math.max(1, Math.max(size.width, size.height) / side)
  const scale = factor === 1 ? "as this copy has" : `so multiply coordinates in this copy by ${factor}`
  return `The picture of the sample has ${size.width} × ${size.height} pixels, ${scale}. Labels are in pixels of the sample.`
}

/** The code, the sentence and the members of a problem, such as the pointers of what is wrong. */
export const makeRefusal = (error: ApiError | HttpClientError, { writes }: Tool): CallToolResult => {
  const problem = findProblem(error)
  if (problem === undefined) {
    const cause = "cause" in error && error.cause instanceof Error ? ` ${error.cause.message}` : ""
    const doubt = writes ? " Whether the change was made is unknown: look before you repeat it." : ""
    return makeError(`The answer of the server was lost.${cause}${doubt}`)
  }
  const { errors = [], requestId, retryAfterMillis, warnings = [] } = problem
  const details = [
    ...errors
      .map(({ message, pointer }) => (pointer === "" ? message : `At ${pointer}: ${message}`))
      .filter((sentence) => !problem.detail.includes(sentence)),
    ...warnings.map(({ rule }) => `Warning: ${rule}`),
    ...(retryAfterMillis === undefined
      ? []
      : [`Try again in ${Math.ceil(retryAfterMillis / 1000)} seconds.`]),
    ...(problem.status < 500 || requestId === undefined ? [] : [`The id of the request: ${requestId}`]),
  ]
  return makeError([`${problem.code}: ${problem.detail}`, ...details].join("\n"))
}

export const makeError = (text: string): CallToolResult => ({ isError: true, content: [makeText(text)] })

const makeText = (text: string) => ({ type: "text" as const, text })
