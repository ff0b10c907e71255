/** The scanner that every JSON body passes through, against JSON.parse of the same text. */
import { scan } from "@annotary/http"
import { makeCuboids } from "./harness/labels.ts"
import type { Benchmark } from "./harness/stage.ts"

const bytes = 3_600_000
const times = 20

export const runBenchmark: Benchmark = async (stage) => {
  const label: string = makeCuboids(bytes)
  const encoded = new TextEncoder().encode(label)
  await stage.compare({
    metric: "scan of a label of 3.6 MB (MB/s)",
    target: { of: "ratio", atLeast: 3 },
    packages: [],
    ours: async () => measureRate(() => scan(encoded)._tag === "Right"),
    // From bytes, as a body arrives.
    peer: async () =>
      measureRate(() => typeof JSON.parse(Buffer.from(encoded.buffer).toString()) === "object"),
  })
}

const measureRate = (once: () => boolean): number => {
  const begun = performance.now()
  for (let i = 0; i < times; i++) if (!once()) throw new Error("The text was not understood.")
  return (bytes * times) / 1000 / (performance.now() - begun)
}
