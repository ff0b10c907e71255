/** The server of the protocol over a client of the API. What it may do is what the client's key may do. */
import type { EffectClient } from "@annotary/http/client"
import { fromJsonSchema, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { callTool } from "./callTool.ts"
import { describeLabelFormat, type LabeledTask, labelExamples } from "./labelFormats.ts"
import { type Arguments, findOperation, type Operation } from "./operation.ts"
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
Work on samples by claims: read the guide and the configuration of the dataset and the form of its labels, claim samples, look at them, check the label, submit it.
A claim is a lease: renew it while you work, and release it when you cannot finish. Every change is recorded under the account of your key.`

/** The lists never change while a server runs: a client that waits for it would keep a connection open for nothing. */
const unchanging = { listChanged: false }
const capabilities = { tools: unchanging, resources: unchanging, prompts: unchanging }

/** A new server: one for each connection, or for each request over HTTP. */
export const makeMcpServer = (
  client: EffectClient,
  { readOnly = false, version = "0" }: McpOptions,
): McpServer => {
  const server = new McpServer(
    { name: "annotary", title: "Annotary", version },
    { instructions, capabilities },
  )
  for (const prepared of prepareTools())
    if (!readOnly || !prepared.tool.writes) addTool(server, client, prepared)
  addLabelFormat(server)
  addResources(server, client)
  if (!readOnly) addPrompts(server)
  return server
}

/** Not an operation of the API: the form of labels is in no schema of its contract. */
const addLabelFormat = (server: McpServer): void => {
  const description =
    "The form of a label in a dataset of a task type, by example. Read it before you make labels; get_dataset says the task type."
  const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false }
  server.registerTool(
    "get_label_format",
    { title: "Read the form of labels", description, annotations, inputSchema: labelTask },
    ({ task_type: task }) => ({ content: [{ type: "text", text: describeLabelFormat(task) }] }),
  )
}

const labelTask = fromJsonSchema<{ readonly task_type: LabeledTask }>({
  type: "object",
  properties: { task_type: { type: "string", enum: Object.keys(labelExamples) } },
  required: ["task_type"],
  additionalProperties: false,
})

interface PreparedTool {
  readonly tool: Tool
  readonly operation: Operation
  readonly inputSchema: StandardSchemaWithJSON<Arguments, Arguments>
}

/** A cache of the process: schemas depend on nothing but the contract, and compiling them takes longer than most requests. */
let preparedTools: ReadonlyArray<PreparedTool> | undefined

const prepareTools = (): ReadonlyArray<PreparedTool> => {
  preparedTools ??= tools.map((tool) => {
    const operation = findOperation(tool.operation, tool.only, tool.maxRows)
    return { tool, operation, inputSchema: makeInputSchema(operation.input) }
  })
  return preparedTools
}

/** Compiles the schema with the first call of the tool: to compile all at once would stop the server for a second. */
const makeInputSchema = (input: Operation["input"]): PreparedTool["inputSchema"] => {
  let compiled: PreparedTool["inputSchema"] | undefined
  const compile = () => {
    compiled ??= fromJsonSchema<Arguments>(input)
    return compiled["~standard"]
  }
  const describe = () => ({ ...input })
  return {
    "~standard": {
      version: 1,
      vendor: "annotary",
      validate: (value, options) => compile().validate(value, options),
      jsonSchema: { input: describe, output: describe },
    },
  }
}

const addTool = (
  server: McpServer,
  client: EffectClient,
  { inputSchema, operation, tool }: PreparedTool,
): void => {
  const { description, name, replaces = false, title, writes } = tool
  const annotations = { readOnlyHint: !writes, destructiveHint: replaces, openWorldHint: false }
  server.registerTool(name, { title, description, inputSchema, annotations }, (given, { mcpReq }) =>
    Effect.runPromise(callTool(client, tool, operation, given), { signal: mcpReq.signal }),
  )
}
