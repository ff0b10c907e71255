/** A server that receives webhooks on the loopback, and answers as a test wants. */
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly received: ReadonlyArray<Received>
  /** The next answers have this status and text. */
  readonly answer: (status: number, text: string) => void
  readonly close: () => Promise<void>
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Array<Received> = []
  let [status, text] = [200, "ok"]
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answer: (nextStatus, nextText) => {
      ;[status, text] = [nextStatus, nextText]
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
