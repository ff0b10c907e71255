/** Receivers made of bare sockets, so that they can do what no HTTP server would. */

import type { AddressInfo } from "node:net"
import { createServer, type Server, type Socket } from "node:net"

export interface Receiver {
  readonly port: number
  readonly url: string
  /** Connections so far, and those that are open now. */
  readonly connections: () => number
  readonly open: () => number
  /** All that was sent to it. */
  readonly received: () => string
  readonly close: () => Promise<void>
}

/** Calls `act` for every connection, with the number that it has. */
export const receiver = (
  act: (socket: Socket, connection: number) => void,
  options: { readonly host?: string; readonly server?: Server } = {},
): Promise<Receiver> =>
  new Promise((resolve, reject) => {
    const { host = "127.0.0.1" } = options
    const sockets = new Set<Socket>()
    let connections = 0
    let received = ""
    const server = options.server ?? createServer()
    server.on("connection", (socket: Socket) => {
      sockets.add(socket)
      connections += 1
      socket.on("error", () => {}).on("close", () => void sockets.delete(socket))
    })
    server.on(options.server === undefined ? "connection" : "secureConnection", (socket: Socket) => {
      socket
        .on("error", () => {})
        .on("data", (bytes: Buffer) => {
          received += bytes.toString("latin1")
        })
      act(socket, connections)
    })
    server.on("tlsClientError", () => {})
    server.on("error", reject)
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo
      resolve({
        port,
        url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/hook`,
        connections: () => connections,
        open: () => sockets.size,
        received: () => received,
        close: () =>
          new Promise((closed) => {
            for (const socket of sockets) socket.destroy()
            server.close(() => closed())
          }),
      })
    })
  })

/** Answers every request on a connection that is kept, once its body is there. */
export const answering =
  (answer: string | ((request: number) => string), kept = true) =>
  (socket: Socket): void => {
    let pending = ""
    let requests = 0
    socket.on("data", (bytes: Buffer) => {
      pending += bytes.toString("latin1")
      for (;;) {
        const length = /content-length: (\d+)/i.exec(pending)?.[1]
        const head = pending.indexOf("\r\n\r\n")
        if (head < 0 || length === undefined || pending.length < head + 4 + Number(length)) return
        pending = pending.slice(head + 4 + Number(length))
        requests += 1
        socket.write(typeof answer === "string" ? answer : answer(requests))
        if (!kept) socket.end()
      }
    })
  }

/** Writes again and again until the socket is gone. */
export const forever = (socket: Socket, bytes: string | Buffer, everyMillis: number): void => {
  if (everyMillis === 0) {
    const pour = () => {
      while (!socket.destroyed && socket.writable && socket.write(bytes));
      if (!socket.destroyed) socket.once("drain", pour)
    }
    pour()
    return
  }
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer)
    else socket.write(bytes)
  }, everyMillis)
}

export const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
