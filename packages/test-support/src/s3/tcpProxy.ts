/** A TCP proxy before a server, which counts connections and can break or stall them. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface TcpProxy {
  readonly port: number
  /** The number of open connections. */
  readonly open: () => number
  /** Breaks all connections and refuses new ones. */
  readonly stop: () => Promise<void>
  /** Stops forwarding the server's bytes without closing the connections. */
  readonly stall: () => void
}

export const startTcpProxy = async (host: string, port: number): Promise<TcpProxy> => {
  const pairs = new Map<Socket, Socket>()
  const server = createServer((outer) => {
    const inner = connect(port, host)
    pairs.set(outer, inner)
    outer.pipe(inner).pipe(outer)
    for (const socket of [outer, inner]) {
      socket.on("error", () => {})
      socket.on("close", () => {
        pairs.delete(outer)
        outer.destroy()
        inner.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    // A listening TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    open: () => pairs.size,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const outer of pairs.keys()) outer.destroy()
      }),
    stall: () => {
      for (const [outer, inner] of pairs) inner.unpipe(outer)
    },
  }
}
