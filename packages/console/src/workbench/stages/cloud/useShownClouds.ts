/** The clouds of the sensors that are not hidden. The view and the painter are notified of that of the shown frame. */
import { useEffect, useMemo } from "react"
import { listNeighbors } from "../../clouds/neighbors.ts"
import { CloudCache } from "../../clouds/worker/CloudCache.ts"
import { CloudParser } from "../../clouds/worker/CloudParser.ts"
import { loadClouds } from "../../clouds/worker/loadClouds.ts"
import type { Editor } from "../../editor/Editor.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { CloudFrame } from "../../session/clouds/cloudFrames.ts"
import { mergeFrames, type SensorFrames } from "../../session/clouds/mergedFrames.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import type { CloudView } from "./CloudView.ts"

interface Options {
  readonly clouds: ReadonlyArray<SensorFrames>
  readonly editor: Editor
  readonly view: CloudView
  /** Paints, if objects are sets of points. */
  readonly painter: PointPainter | undefined
}

export const useShownClouds = ({ clouds, editor, painter, view }: Options) => {
  const state = useEditor(editor)
  const hidden = useStore(view.hiddenSensors)
  const { neighbors: reach } = useStore(view.settings)
  const frames = useMemo(() => listShownFrames(clouds, hidden), [clouds, hidden])
  const { cache, cloud, neighbors } = useClouds(frames, state.frame, reach)
  useEffect(() => {
    // While the next frame loads, the one before stays. The state of the drawing may be that of the frame before: what the cache has
    // now is of the frame that it shows.
    const now = cache.state.state
    if (cloud.kind !== "loading" && now.kind !== "loading")
      view.setCloud(now.kind === "ready" ? now.cloud : undefined, cache.frame)
  }, [view, cache, cloud])
  useEffect(() => {
    const now = cache.state.state
    if (now.kind === "ready" && cloud.kind === "ready") painter?.show(cache.frame, now.cloud)
  }, [painter, cache, cloud])
  return { cache, cloud, neighbors, count: frames.length }
}

const listShownFrames = (
  clouds: ReadonlyArray<SensorFrames>,
  hidden: ReadonlySet<string>,
): ReadonlyArray<CloudFrame> => {
  const [only, ...others] = clouds
  if (only !== undefined && others.length === 0 && !hidden.has(only.name)) return only.frames
  // A frame without a cloud stays a frame.
  const frames = mergeFrames(clouds.filter(({ name }) => !hidden.has(name)))
  const count = Math.max(0, ...clouds.map((cloud) => cloud.frames.length))
  return Array.from({ length: count }, (_, frame) => frames[frame] ?? noCloud)
}

const noCloud: CloudFrame = { url: undefined, type: "", pose: undefined }

/** `reach`: how many frames to each side are drawn with the shown one. */
const useClouds = (frames: ReadonlyArray<CloudFrame>, frame: number, reach: number) => {
  const parser = useMemo(() => new CloudParser(), [])
  const cache = useMemo(() => new CloudCache(frames, loadClouds(parser)), [frames, parser])
  useEffect(() => cache.show(frame, listNeighbors(frames, frame, reach)), [cache, frames, frame, reach])
  useEffect(() => () => cache.stop(), [cache])
  useEffect(() => () => parser.stop(), [parser])
  return {
    cache,
    cloud: useStore(cache.state),
    neighbors: useStore(cache.neighbors),
  }
}
