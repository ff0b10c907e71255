/** Calls the operation of a tool with the arguments of an agent. */
import type { ApiError, EffectClient } from "@annotary/http/client"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { makeError, makeRefusal, readAnswer, readPicture } from "./answers.ts"
import type { Arguments, Operation, Place, ToolRequest } from "./operation.ts"
import type { Tool } from "./tools.ts"

type Call = (request: ToolRequest) => Effect.Effect<HttpClientResponse, ApiError>

/** Never fails: an error of the API is a result that says so, from which an agent learns what to do. */
export const callTool = (
  client: EffectClient,
  tool: Tool,
  operation: Operation,
  args: Arguments,
): Effect.Effect<CallToolResult> =>
  Effect.suspend(() => {
    const infinite = findInfinite(args)
    if (infinite !== undefined) return Effect.succeed(makeError(`${infinite} is not a finite number.`))
    const page = tool.maxRows === undefined ? {} : { per_page: tool.maxRows }
    const request = makeRequest(operation, { ...page, ...args, ...tool.fixed })
    return Effect.flatMap(findCall(client, tool, operation)(request), (response) =>
      tool.isPicture === true
        ? readPicture(client, request, response)
        : readAnswer(tool, operation, request, response),
    )
  }).pipe(Effect.catchAll((error) => Effect.succeed(makeRefusal(error, tool))))

/**
 * A change is called so that an answer that was cut is requested again, with the same key. Of what is read, the answer may be too long to
 * be read whole. Cast: the table names operations as texts, and a test calls each of them.
 */
const findCall = (client: EffectClient, { writes }: Tool, { endpoint, group }: Operation): Call => {
  const face = writes ? client.complete : client.responses
  return (
    (face as unknown as Readonly<Record<string, Readonly<Record<string, Call>>>>)[group]?.[endpoint] ??
    (() => Effect.dieMessage(`The client has no call ${group}.${endpoint}.`))
  )
}

/** An operation without a body gets none. */
const makeRequest = ({ places }: Operation, members: Arguments): ToolRequest => {
  const select = (place: Place): Arguments =>
    Object.fromEntries(Object.entries(members).filter(([name]) => places.get(name) === place))
  const hasBody = [...places.values()].includes("payload")
  const { version } = select("headers")
  return {
    path: select("path"),
    urlParams: select("urlParams"),
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
    ...(hasBody && { payload: select("payload") }),
  }
}

/** A path to a number that the parser of JSON could not hold; it would be stored as null. */
const findInfinite = (value: unknown, path = ""): string | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : path
  if (typeof value !== "object" || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const infinite = findInfinite(member, `${path}/${key}`)
    if (infinite !== undefined) return infinite
  }
  return undefined
}
