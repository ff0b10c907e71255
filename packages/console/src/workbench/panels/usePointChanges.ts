/** The points that differ from those of the reviewed version: shown in the cloud while it is compared, and counted. */
import { useEffect, useMemo } from "react"
import type { ComparedVersion } from "../documents/ComparedVersion.ts"
import { type PointChanges, pointChanges } from "../documents/points/pointChanges.ts"
import { useOptionalStore } from "../editor/useStore.ts"
import type { PointPainter } from "../tools/points/PointPainter.ts"

/** `before`: the version to compare with; undefined while nothing is compared. */
export const usePointChanges = (
  painter: PointPainter | undefined,
  before: ComparedVersion | undefined,
): PointChanges | undefined => {
  useEffect(() => painter?.compared.set(before), [painter, before])
  const turn = useOptionalStore(painter?.points)
  const frame = painter?.points.editor.state.frame
  return useMemo(() => {
    if (painter === undefined || frame === undefined || before === undefined || turn === undefined)
      return undefined
    const state = painter.points.getState(frame)
    const earlier = painter.getIdsBefore(before, frame)
    return state.status === "ready" && earlier !== undefined
      ? pointChanges(earlier, state.frame.ids)
      : undefined
  }, [painter, before, frame, turn])
}
