/** The address where agents work by the Model Context Protocol. */
import {
  combineHandlers,
  type HttpHandler,
  makeAgentAddress,
  type Observation,
  type TransportOptions,
  toWeb,
} from "@annotary/http"
import { Effect } from "effect"
import { getVersion } from "../version.ts"

/** The options of the address for agents. */
export interface AgentsOptions {
  readonly transport: TransportOptions
  readonly observe: (observation: Observation) => void
}

/** Serves `/mcp` beside the API. What an agent does there becomes requests to the API, with the agent's key. */
export const withAgents = (api: HttpHandler, options: AgentsOptions): Effect.Effect<HttpHandler> => {
  const handleApi = toWeb(api)
  let loading: Promise<(request: Request) => Promise<Response>> | undefined
  // Loaded with the first request: most servers have no agents.
  const load = () => {
    loading ??= import("@annotary/mcp").then(
      ({ makeMcpHandler }) => makeMcpHandler(handleApi, { version: getVersion() }),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  const serve = async (request: Request) => (await load())(request)
  return Effect.map(makeAgentAddress({ serve, ...options }), (agents) => combineHandlers(agents, api))
}
