/** The comparison of the labels of several people: that of the server, else one that a worker makes. */
import { useEffect, useState } from "react"
import { parse, print } from "../../editor/json/parse.ts"
import { isObject, type JsonObject } from "../../editor/json/value.ts"
import { isSkipped } from "../../session/overlap.ts"
import type { Overlap } from "../../session/work.ts"

/** Undefined: there is none. */
export type Comparison = JsonObject | "running" | undefined

/** `configuration`: that of the dataset; undefined where labels cannot be compared. */
export const useComparison = (
  overlap: Overlap | undefined,
  configuration: JsonObject | undefined,
): Comparison => {
  const [made, setMade] = useState<{ readonly of: Overlap; readonly comparison: JsonObject | undefined }>()
  const isNeeded = overlap !== undefined && configuration !== undefined && canCompare(overlap)
  useEffect(() => {
    if (!isNeeded) return
    return startComparison(overlap, configuration, (comparison) => setMade({ of: overlap, comparison }))
  }, [isNeeded, overlap, configuration])
  if (!isNeeded) return overlap?.agreement
  return made?.of === overlap ? made.comparison : "running"
}

/** Whether the server has not compared the labels, and there are some to compare. */
const canCompare = ({ agreement, labels }: Overlap): boolean =>
  agreement === undefined && labels.filter((label) => !isSkipped(label)).length > 1

/** Compares labels in a worker. Returns what ends it. Where no worker starts, or where it fails, there is no comparison. */
const startComparison = (
  { labels }: Overlap,
  configuration: JsonObject,
  onEnd: (comparison: JsonObject | undefined) => void,
): (() => void) => {
  let worker: Worker | undefined
  const end = (comparison: JsonObject | undefined) => {
    worker?.terminate()
    onEnd(comparison)
  }
  try {
    worker = new Worker(new URL("./compare.worker.ts", import.meta.url), { type: "module" })
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const comparison = parse(data)
      end(isObject(comparison) ? comparison : undefined)
    })
    for (const failure of ["error", "messageerror"] as const)
      worker.addEventListener(failure, () => end(undefined))
    worker.postMessage({
      configuration: print(configuration),
      labels: labels
        .filter((label) => !isSkipped(label))
        .map(({ label, letter }) => ({ letter, text: print(label.attributes) })),
    })
  } catch {
    // The page of another origin, or of a policy without workers.
    end(undefined)
  }
  return () => worker?.terminate()
}
