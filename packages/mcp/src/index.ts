/** Annotary for agents: its API as tools, resources and prompts of the Model Context Protocol. */

export { type McpHandlerOptions, makeMcpHandler } from "./makeMcpHandler.ts"
export type { McpOptions } from "./makeMcpServer.ts"
