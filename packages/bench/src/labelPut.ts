/**
 * C3: writing a label of 168 KB to the built server, against node:http with JSON.parse, a check and the same rows. Then a label
 * with some 500 warnings, which the peer does not find, store or send.
 */
import { makeCuboids } from "./harness/labels.ts"
import { requestText, startClient } from "./harness/load.ts"
import { startPeer, startServer, stopLater } from "./harness/processes.ts"
import type { Benchmark } from "./harness/stage.ts"
import { makeWorld } from "./harness/world.ts"

const bytes = 168_000
const load = { connections: 8, millis: 1500, status: 200 }

export const runBenchmark: Benchmark = async (stage) => {
  const world = await makeWorld(stage.folder, { samples: 10, label: makeCuboids(bytes) })
  const ours = stopLater(stage, await startServer(stage.folder, world.filename))
  const peer = stopLater(stage, await startPeer("labels", world))
  const client = startClient(stage)
  const { apiKey } = world
  const [sample] = world.sampleIds
  const path = `/labels/${sample}/ground-truth/`
  for (const [name, warned, atLeast] of [
    ["a label of 168 KB", false, 0.9],
    ["a label of 168 KB with 507 warnings", true, 0.6],
  ] as const) {
    const body = `{"label_status":"LABELED","attributes":${makeCuboids(bytes, warned)}}`
    const request = requestText({ method: "PUT", path, apiKey, body })
    await stage.compare({
      metric: `C3 PUT of ${name} (requests/s)`,
      target: { of: "ratio", atLeast },
      packages: ["better-sqlite3"],
      ours: () => client({ ...load, port: ours.port, request }, [ours.pid]),
      peer: () => client({ ...load, port: peer.port, request }, [peer.pid]),
    })
  }
}
