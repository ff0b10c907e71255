/** Ports for programs that must know theirs before they listen. */
import { randomInt } from "node:crypto"
import { createServer, type Server } from "node:net"

/** Above 10080, which clients of HTTP refuse to call, and below 32768, where Linux begins to give ports to connections and to programs that leave the choice to it. */
const [lowest, highest] = [10_082, 32_000]

/**
 * An even port of 127.0.0.1 that nothing listens on. It stays this process's until the process ends, so that a program can also start
 * again at its port: the odd port above it is the lock, which this process listens on.
 */
export const findFreePort = async (): Promise<number> => {
  for (let draws = 0; draws < 1000; draws++) {
    const port = 2 * randomInt(lowest / 2, highest / 2)
    const lock = await tryListen(port + 1)
    if (lock === undefined) continue
    const probe = await tryListen(port)
    if (probe === undefined) {
      lock.close()
      continue
    }
    lock.unref()
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
  throw new Error(`Nearly all ports from ${lowest} to ${highest} are in use.`)
}

/** A server at the port, or undefined where the port is in use. */
const tryListen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(undefined) : reject(error),
    )
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
