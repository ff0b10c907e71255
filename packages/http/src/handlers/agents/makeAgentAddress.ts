/** Builds the handler of `/mcp`, where a host answers agents in their protocol, within the limits of the API's transport. */
import { type Actor, CurrentActor } from "@annotary/core/effect"
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Effect, Runtime, Stream } from "effect"
import { apiVersion } from "../../api/Api.ts"
import { AgentsApi } from "../../api/groups/agents.ts"
import type { Lease } from "../../transport/body/budget.ts"
import type { Observation } from "../../transport/exchange/exchange.ts"
import { type HttpHandler, makeHandler } from "../../transport/handler.ts"
import { Refused } from "../../transport/problem/problem.ts"
import { busy, slowBody, tooLarge, unknownHost } from "../../transport/problem/refusals.ts"
import type { Reply } from "../../transport/reply/reply.ts"
import type { RequestContext } from "../../transport/routing/handlers.ts"
import { makeSettings, type TransportOptions } from "../../transport/settings.ts"
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
    const { body: limits, budget } = makeSettings(transport)
    const handleRequest = (context: RequestContext<Actor>) =>
      Effect.acquireUseRelease(
        Effect.sync(() => budget.lease()),
        (lease) =>
          Effect.gen(function* () {
            const host = context.header("host") ?? "localhost"
            if (!URL.canParse(`http://${host}`)) return yield* new Refused({ problem: unknownHost })
            const bytes = yield* gatherBody(context.body, lease, limits.millis)
            return toReply(yield* Effect.promise((signal) => serve(toRequest(context, host, bytes, signal))))
          }),
        (lease) => Effect.sync(lease.release),
      )
    const handler = makeHandler<typeof Api, Actor, never, CurrentActor>({
      api: Api,
      handlers: { agents: group<typeof AgentsApi>({ send: handleRequest, listen: handleRequest }) },
      runtime: Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty()),
      authenticate: () => Effect.succeed(nobody),
      anonymous: nobody,
      provide: (actor) => Context.make(CurrentActor, actor),
      settings: { version: apiVersion, ...transport },
      ...(observe === undefined ? {} : { observe }),
    })
    // Each request to the API is asked about first: to search the routes would take a third of the time of a small one.
    return { ...handler, knows: (pathname) => pathname === "/mcp" || pathname === "/mcp/" }
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

/** The most bytes of a message: one label may be in it. */
const maxBytes = 16 * 1024 * 1024

/** Reads a body as bodies of the API are read: within the memory of the process, and in time. */
const gatherBody = (
  body: RequestContext<Actor>["body"],
  lease: Lease,
  millis: number,
): Effect.Effect<Uint8Array, Refused> =>
  Effect.suspend(() => {
    const parts: Array<Uint8Array> = []
    let size = 0
    return Stream.runForEach(body, (part) => {
      size += part.length
      if (size > maxBytes) return new Refused({ problem: tooLarge })
      parts.push(part)
      return lease.take(part.length) ? Effect.void : new Refused({ problem: busy })
    }).pipe(
      Effect.timeoutFail({ duration: millis, onTimeout: () => new Refused({ problem: slowBody }) }),
      Effect.map(() => Buffer.concat(parts)),
    )
  })

const toRequest = (
  { header, method, url }: RequestContext<Actor>,
  host: string,
  body: Uint8Array,
  signal: AbortSignal,
): Request => {
  const headers = passedHeaders.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  return new Request(new URL(url.pathname, `http://${host}`), {
    method,
    headers,
    signal,
    ...(method === "POST" && { body: new Uint8Array(body) }),
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
