/** C1: small requests to the built server, against fastify with the same look-ups on the same tables. */
import { serialMark } from "./harness/labels.ts"
import { type RequestParts, requestText, startClient } from "./harness/load.ts"
import { startPeer, startServer, stopLater } from "./harness/processes.ts"
import type { Benchmark } from "./harness/stage.ts"
import { makeWorld } from "./harness/world.ts"

const packages = ["fastify", "better-sqlite3"]
const samples = 2000
const load = { connections: 16, millis: 1000 }

interface Request extends RequestParts {
  readonly name: string
  /** Of a success. */
  readonly status: number
  /** The target. */
  readonly atLeast: number
}

export const runBenchmark: Benchmark = async (stage) => {
  const world = await makeWorld(stage.folder, { samples })
  const ours = stopLater(stage, await startServer(stage.folder, world.filename))
  const peer = stopLater(stage, await startPeer("fastify", world))
  const client = startClient(stage)
  const { apiKey, owner, dataset } = world
  const sample = world.sampleIds[samples / 2]
  const body = JSON.stringify({
    name: `new-${serialMark}`,
    attributes: { image: { url: `https://images.example/new/${serialMark}.jpg` } },
    metadata: {},
  })
  const requests: ReadonlyArray<Request> = [
    { name: "GET of the status", method: "GET", path: "/api_status/", apiKey, status: 200, atLeast: 0.85 },
    {
      name: "GET of a sample",
      method: "GET",
      path: `/samples/${sample}/`,
      apiKey,
      status: 200,
      atLeast: 0.75,
    },
    {
      name: "POST of a sample",
      method: "POST",
      path: `/datasets/${owner}/${dataset}/samples/`,
      apiKey,
      body,
      status: 201,
      atLeast: 0.75,
    },
  ]
  for (const { atLeast, name, status, ...parts } of requests) {
    const request = requestText(parts)
    await stage.compare({
      metric: `C1 ${name} (requests/s)`,
      target: { of: "ratio", atLeast },
      packages,
      ours: () => client({ ...load, port: ours.port, request, status }, [ours.pid]),
      peer: () => client({ ...load, port: peer.port, request, status }, [peer.pid]),
    })
  }
}
