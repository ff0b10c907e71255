/** The server of the protocol over a client of the API. What it may do is what the client's key may do. */
import type { EffectClient } from "@annotary/http/client"
import { fromJsonSchema, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { type Arguments, callTool } from "./callTool.ts"
import { findOperation, type Operation } from "./operation.ts"
import { addPrompts } from "./prompts.ts"
import { addResources } from "./resources.ts"
import { type Tool, tools } from "./tools.ts"

/** The options of a server for agents. */
export interface McpOptions {
  /** Offers only tools that write nothing. By default all tools; the API refuses what the key may not do. */
  readonly readOnly?: boolean | undefined
  /** The version that the server reports. */
  readonly version?: string | undefined
}

/** The rules of work, read by an agent before its first call. */
const instructions = `Annotary stores datasets of samples (images, point clouds, sequences) and their labels.
Work on samples by claims: read the guide and the configuration of the dataset, claim samples, look at them, check the label, submit it.
A claim is a lease: renew it while you work, and release it when you cannot finish. Every change is recorded under the account of your key.`

/** A new server: one for each connection, or for each request over HTTP. */
export const makeMcpServer = (
  client: EffectClient,
  { readOnly = false, version = "0" }: McpOptions,
): McpServer => {
  const server = new McpServer({ name: "annotary", title: "Annotary", version }, { instructions })
  for (const prepared of prepareTools())
    if (!readOnly || !prepared.tool.writes) addTool(server, client, prepared)
  addResources(server, client)
  addPrompts(server)
  return server
}

interface PreparedTool {
  readonly tool: Tool
  readonly operation: Operation
  readonly inputSchema: StandardSchemaWithJSON<Arguments, Arguments>
}

/** A cache of the process: schemas depend on nothing but the contract, and compiling them takes longer than most requests. */
let preparedTools: ReadonlyArray<PreparedTool> | undefined

const prepareTools = (): ReadonlyArray<PreparedTool> => {
  preparedTools ??= tools.map((tool) => {
    const operation = findOperation(tool.operation, tool.only, tool.mostRows)
    return { tool, operation, inputSchema: fromJsonSchema<Arguments>(operation.input) }
  })
  return preparedTools
}

const addTool = (
  server: McpServer,
  client: EffectClient,
  { inputSchema, operation, tool }: PreparedTool,
): void => {
  const { description, name, title, writes } = tool
  const annotations = { readOnlyHint: !writes, destructiveHint: false, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema, annotations }, (given, { mcpReq }) =>
    Effect.runPromise(callTool(client, tool, operation, given), { signal: mcpReq.signal }),
  )
}
