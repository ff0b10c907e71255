/** C2: reading a label of 168 KB from the built server, against node:http that builds its JSON from objects. */
import { makeCuboids } from "./harness/labels.ts"
import { requestText, startClient } from "./harness/load.ts"
import { type Served, startPeer, startServer, stopLater } from "./harness/processes.ts"
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
  const get =
    ({ pid, port }: Served, kind: string) =>
    () => {
      const path = `/${kind}/${sample}/ground-truth/`
      return client({ ...load, port, request: requestText({ method: "GET", path, apiKey }) }, [pid])
    }
  const packages = ["better-sqlite3"]
  await stage.compare({
    metric: "C2 GET of a label of 168 KB, peer stringifies an object that it keeps (requests/s)",
    target: { of: "ratio", atLeast: 10 },
    packages,
    ours: get(ours, "labels"),
    peer: get(peer, "kept"),
  })
  await stage.compare({
    metric: "C2 GET of a label of 168 KB, peer reads the same row, parses, stringifies (requests/s)",
    target: { of: "ratio", atLeast: 15 },
    packages,
    ours: get(ours, "labels"),
    peer: get(peer, "labels"),
  })
}
