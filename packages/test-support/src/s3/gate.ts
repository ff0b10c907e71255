/** A gate before a server: it counts who is inside, and can be shut at any moment. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Gate {
  readonly port: number
  /** Connections that are open now. */
  readonly open: () => number
  /** From now on the server is gone: connections break, new ones are refused. */
  readonly shut: () => Promise<void>
  /** From now on nothing comes out any more, and nobody is told. */
  readonly stall: () => void
}

export const gateBefore = async (host: string, port: number): Promise<Gate> => {
  const inside = new Map<Socket, Socket>()
  const server = createServer((outer) => {
    const inner = connect(port, host)
    inside.set(outer, inner)
    outer.pipe(inner).pipe(outer)
    for (const socket of [outer, inner]) {
      socket.on("error", () => {})
      socket.on("close", () => {
        inside.delete(outer)
        outer.destroy()
        inner.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    open: () => inside.size,
    shut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const outer of inside.keys()) outer.destroy()
      }),
    stall: () => {
      for (const [outer, inner] of inside) inner.unpipe(outer)
    },
  }
}
