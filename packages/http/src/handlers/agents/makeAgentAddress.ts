/** Builds the handler of `/mcp`, where a host answers agents in a protocol of theirs, within the limits of the API's transport. */
import { type Actor, CurrentActor } from "@annotary/core/effect"
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Effect, Runtime, Stream } from "effect"
import { apiVersion } from "../../api/Api.ts"
import { AgentsApi } from "../../api/groups/agents.ts"
import type { Observation } from "../../transport/exchange/exchange.ts"
import { type HttpHandler, makeHandler } from "../../transport/handler.ts"
import type { Reply } from "../../transport/reply/reply.ts"
import type { RequestContext } from "../../transport/routing/handlers.ts"
import type { TransportOptions } from "../../transport/settings.ts"
import { group } from "../group.ts"
import { nobody } from "../nobody.ts"

class Api extends HttpApi.make("annotary-agents").add(AgentsApi) {}

/** A host that answers agents, and the transport around it. */
export interface AgentAddressOptions {
  /** Answers a request in the protocol. It checks the key, which is in the header `Authorization`. */
  readonly serve: (request: Request) => Promise<Response>
  readonly transport?: TransportOptions
  readonly observe?: (observation: Observation) => void
}

/** Builds a handler that serves `/mcp`, and 404 elsewhere. */
export const makeAgentAddress = ({
  observe,
  serve,
  transport,
}: AgentAddressOptions): Effect.Effect<HttpHandler> =>
  Effect.gen(function* () {
    const handleRequest = (context: RequestContext<Actor>) =>
      Effect.map(
        Effect.promise((signal) => serve(toRequest(context, signal))),
        toReply,
      )
    return makeHandler<typeof Api, Actor, never, CurrentActor>({
      api: Api,
      handlers: { agents: group<typeof AgentsApi>({ send: handleRequest, listen: handleRequest }) },
      runtime: Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty()),
      authenticate: () => Effect.succeed(nobody),
      anonymous: nobody,
      provide: (actor) => Context.make(CurrentActor, actor),
      settings: { version: apiVersion, ...transport },
      ...(observe === undefined ? {} : { observe }),
    })
  })

/** The headers of the protocol. Others, such as cookies, mean nothing in it. */
const passedHeaders = [
  "accept",
  "authorization",
  "content-type",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
]

const toRequest = ({ body, header, method, url }: RequestContext<Actor>, signal: AbortSignal): Request => {
  const headers = passedHeaders.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  return new Request(new URL(url.pathname, `http://${header("host") ?? "localhost"}`), {
    method,
    headers,
    signal,
    ...(method === "POST" && { body: Stream.toReadableStream(body), duplex: "half" }),
  })
}

/** The transport sends its own. */
const ownHeaders = new Set(["connection", "content-length", "transfer-encoding"])

const toReply = ({ body, headers, status }: Response): Reply => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !ownHeaders.has(name))),
  body:
    body === null
      ? undefined
      : {
          stream: Stream.fromReadableStream(
            () => body,
            (error) => error,
          ),
          live: true,
          trailer: undefined,
        },
})
