/** The protocol on standard input and output, for agents that start the server as a program. */
import type { Readable, Writable } from "node:stream"
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio"
import { type Connection, connect } from "./connect.ts"
import { type McpOptions, makeMcpServer } from "./makeMcpServer.ts"
import { maxMessageBytes } from "./maxMessageBytes.ts"

/** The streams of the protocol: input and output of the program. */
export interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/** A running server. */
export interface Running {
  readonly close: () => Promise<void>
  /** Completes when the connection is closed from either side. */
  readonly closed: Promise<void>
}

/**
 * Serves one connection until its input ends or it is closed. Calls in progress are not answered then. Nothing else may write to `stdout`.
 * `onError` is called with what the protocol cannot answer, such as a message that is too long.
 */
export const serveOverStdio = (
  connection: Connection,
  { stdin, stdout }: Streams,
  options: McpOptions & { readonly onError?: (error: Error) => void } = {},
): Running => {
  const client = connect(connection)
  const transport = new ClosingTransport(stdin, stdout, { maxBufferSize: maxMessageBytes })
  const { onError } = options
  const { close } = serveStdio(() => makeMcpServer(client, options), {
    transport,
    ...(onError === undefined ? {} : { onerror: onError }),
  })
  return { close, closed: transport.closed }
}

class ClosingTransport extends StdioServerTransport {
  private finish = (): void => {}
  readonly closed = new Promise<void>((resolve) => {
    this.finish = resolve
  })

  override async close(): Promise<void> {
    await super.close()
    this.finish()
  }
}
