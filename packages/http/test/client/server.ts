/** An API over a real socket, and servers that misbehave as they are told. */
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type Client, type ClientOptions, createClient } from "../../src/client/index.ts"
import { makeHostedApi } from "../../src/index.ts"
import { toNode } from "../../src/node.ts"
import { makeWorld, type PersonName, type World, type WorldOptions } from "../support/world.ts"

export interface Served extends AsyncDisposable {
  readonly url: string
}

export const serve = async (listener: RequestListener): Promise<Served> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(server) }
}

const stop = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

export interface ServedWorld extends Served {
  readonly world: World
  readonly client: (as?: PersonName, options?: Partial<ClientOptions>) => Client
}

export const serveWorld = async (options: WorldOptions = {}): Promise<ServedWorld> => {
  const world = await makeWorld(options)
  const served = await serve(toNode(makeHostedApi(world.engine, options)))
  return {
    world,
    url: served.url,
    client: (as = "owner", more = {}) =>
      createClient({ baseUrl: served.url, apiKey: world.keys[as], ...more }),
    [Symbol.asyncDispose]: async () => {
      await served[Symbol.asyncDispose]()
      await world.close()
    },
  }
}

/** What the promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`answered ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  )

export const cars = { owner: "owner", dataset: "cars" }
export const newDataset = { name: "cars", category: "other", task_type: "pointcloud-cuboid" } as const
