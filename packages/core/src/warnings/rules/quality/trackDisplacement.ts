/** `track-displacement`: finds objects that move too far from a frame to the next. */
import type { Annotation, Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import type { Report } from "../Report.ts"
import { getDrawing } from "./drawing.ts"
import { collectTracks, listIds, visitSteps } from "./tracks.ts"

/**
 * One warning for each such step, at the later frame. Where the track is missing in between, the distance is divided by the number of
 * frames that passed.
 */
export const trackDisplacement = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"track-displacement">,
  report: Report,
): void => {
  const limit = rule.max_distance
  visitSteps(collectTracks(scenes, applies, report), (before, { annotation, frame, scene }) => {
    const measured = computeDistance(before.annotation, annotation) / (frame - before.frame)
    if (!(measured > limit)) return
    report.add(
      scene,
      {
        rule: rule.name,
        ruleIndex: index,
        message: `Track ${annotation.trackId} moves by ${measured} between two frames, more than the limit of ${limit}.`,
        annotationIds: listIds(before.annotation, annotation),
        trackIds: annotation.trackId === null ? [] : [annotation.trackId],
        measured,
        limit,
      },
      [before.annotation.source, annotation.source],
    )
  })
}

/** Between the centers; NaN for shapes that cannot be compared. */
const computeDistance = (a: Annotation, b: Annotation): number => {
  const [from, to] = [computeCenter(a), computeCenter(b)]
  if ((a.cuboid === null) !== (b.cuboid === null) || from.length !== to.length) return Number.NaN
  return Math.hypot(...from.map((value, axis) => (to[axis] ?? Number.NaN) - value))
}

/** Of a cuboid its position, of another shape the center of the smallest box around it. */
const computeCenter = (annotation: Annotation): ReadonlyArray<number> => {
  if (annotation.cuboid !== null) {
    const { x, y, z } = annotation.cuboid.position
    return [x, y, z]
  }
  const points = getDrawing(annotation)?.points ?? []
  const axes = Math.min(...points.map(({ length }) => length))
  return Array.from({ length: points.length === 0 ? 0 : axes }, (_, axis) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const point of points) {
      low = Math.min(low, point[axis] ?? low)
      high = Math.max(high, point[axis] ?? high)
    }
    return (low + high) / 2
  })
}
