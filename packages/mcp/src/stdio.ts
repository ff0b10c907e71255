/** The protocol on standard input and output, for agents that start the server as a program. */
import type { Readable, Writable } from "node:stream"
import { type StdioServerHandle, StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio"
import { type Connection, connect } from "./connect.ts"
import { type McpOptions, makeMcpServer } from "./makeMcpServer.ts"

/** The streams of the protocol: input and output of the program. */
export interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/** A running server. */
export type Running = StdioServerHandle

/** Serves one connection until its input ends or it is closed. Nothing else may write to `stdout`. */
export const serveOverStdio = (
  connection: Connection,
  { stdin, stdout }: Streams,
  options: McpOptions = {},
): Running => {
  const client = connect(connection)
  return serveStdio(() => makeMcpServer(client, options), {
    transport: new StdioServerTransport(stdin, stdout),
  })
}
