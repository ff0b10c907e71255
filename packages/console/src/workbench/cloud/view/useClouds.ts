/** The clouds of a sample, in workers that live as long as the workbench. */
import { useEffect, useMemo, useSyncExternalStore } from "react"
import { listNeighbors } from "../model/neighbors.ts"
import type { CloudFrame } from "../session/cloudFrames.ts"
import { CloudCache } from "../worker/CloudCache.ts"
import { CloudParser } from "../worker/CloudParser.ts"
import { loadClouds } from "../worker/loadClouds.ts"

/** `reach`: how many frames to each side are drawn with the shown one. */
export const useClouds = (frames: ReadonlyArray<CloudFrame>, frame: number, reach: number) => {
  const parser = useMemo(() => new CloudParser(), [])
  const cache = useMemo(() => new CloudCache(frames, loadClouds(parser)), [frames, parser])
  useEffect(() => cache.show(frame, listNeighbors(frames, frame, reach)), [cache, frames, frame, reach])
  useEffect(() => () => cache.stop(), [cache])
  useEffect(() => () => parser.stop(), [parser])
  return {
    cache,
    cloud: useSyncExternalStore(cache.subscribe, cache.snapshot),
    neighbors: useSyncExternalStore(cache.subscribe, cache.neighbors),
  }
}
