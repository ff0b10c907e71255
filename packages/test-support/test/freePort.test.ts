import { createServer, type Server } from "node:net"
import { assert, describe, it } from "vitest"
import { findFreePort } from "../src/freePort.ts"

const listen = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(port, "127.0.0.1", () => resolve(server))
  })

const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve))

describe("a free port", () => {
  it("is given once, between the ports that clients refuse and those that the system gives away, also when a program has listened there", async () => {
    const ports = await Promise.all(Array.from({ length: 200 }, findFreePort))
    assert.lengthOf(new Set(ports), 200)
    assert.isAbove(Math.min(...ports), 10_080)
    assert.isBelow(Math.max(...ports), 32_768)
    const [port = 0] = ports
    await close(await listen(port))
    await close(await listen(port))
  })

  it("stays that of its process: its lock is in use", async () => {
    const port = await findFreePort()
    const refused = await listen(port + 1).then(close, (error: NodeJS.ErrnoException) => error.code)
    assert.strictEqual(refused, "EADDRINUSE")
  })
})
