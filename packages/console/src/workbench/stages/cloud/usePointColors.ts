/** Keeps the colors of the drawn points those of their objects: with the next frame of the screen after each part of a stroke. */
import { useEffect } from "react"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import { markChanges } from "../../documents/points/pointChanges.ts"
import { makeColors, writeColors } from "../../documents/points/pointColors.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import type { CloudScene } from "./scene/CloudScene.ts"

/** `cloud`: the one that the scene draws; undefined while it loads. */
export const usePointColors = (
  scene: CloudScene | undefined,
  painter: PointPainter | undefined,
  cloud: PreparedCloud | undefined,
): void => {
  useEffect(() => {
    if (painter === undefined || scene === undefined || cloud === undefined) return
    const { compared, points, shown, view } = painter
    let pending = 0
    const colors = new Uint8Array(cloud.count * 4)
    const write = () => {
      pending = 0
      const now = shown.state
      // The ids of another frame would color other points.
      if (now?.cloud !== cloud) return
      const { frame } = now
      if (view.settings.state.coloring === "rgb") return scene.setColors(cloud.colors)
      const state = points.getState(frame)
      // Ids that do not belong to these points color none of them.
      const ids = state.status === "ready" ? state.frame.ids : new Uint32Array(cloud.fileCount)
      writeColors(cloud, ids, makeColors(points.editor, frame), colors)
      const label = compared.state
      const before = label && painter.getIdsBefore(label, frame)
      if (before !== undefined) markChanges(cloud, before, ids, colors)
      scene.setColors(colors)
    }
    /** Once a frame, however much changes. */
    const schedule = () => {
      if (pending === 0) pending = requestAnimationFrame(write)
    }
    write()
    const stops = [points, points.editor, shown, compared, view.settings].map((one) =>
      one.subscribe(schedule),
    )
    return () => {
      cancelAnimationFrame(pending)
      for (const stop of stops) stop()
    }
  }, [scene, painter, cloud])
}
