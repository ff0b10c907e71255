/** Two formats for tests of the API: `short` writes a few bytes and reads no samples, `endless` ends only when it is stopped. */
import type { Formats } from "@annotary/core"

const close = async () => {}

const stopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

async function* bytes() {
  yield new TextEncoder().encode("PK")
}

async function* nothing() {}

export const formats: Formats = {
  list: async () => ["short", "endless"].map((name) => ({ name, title: name, writes: true, reads: true })),
  write: async ({ format, samples, signal }) => {
    if (format === "endless") return await stopped(signal)
    let count = 0
    for await (const _ of samples) count += 1
    return { bytes: bytes(), report: { samples: count, losses: [] }, close }
  },
  read: async ({ format = "short", signal }) => {
    if (format === "endless") return await stopped(signal)
    return { format, records: nothing, losses: () => [], close }
  },
}
