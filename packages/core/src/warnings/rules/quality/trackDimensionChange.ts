/** `track-dimension-change`: finds tracks with a cuboid whose size differs from the mean of the track. */
import { findDegeneracy } from "../../geometry/soundness.ts"
import type { Cuboid, Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import type { Report } from "../Report.ts"
import { collectTracks, type Seen } from "./tracks.ts"

const defaultRatio = 0.05

/** One warning for each track and axis, at the frame that differs most, the first of several. Degenerate cuboids do not count. */
export const trackDimensionChange = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"track-dimension-change">,
  report: Report,
): void => {
  const limit = rule.max_ratio ?? defaultRatio
  for (const track of collectTracks(scenes, applies, report)) {
    const sound = track.flatMap((seen) => {
      const { cuboid } = seen.annotation
      return cuboid !== null && findDegeneracy(cuboid.position, cuboid.dimensions, cuboid.turn) === undefined
        ? [{ ...seen, cuboid }]
        : []
    })
    for (const axis of axes) {
      const worst = findMostDifferent(sound, axis)
      if (worst === undefined || !(worst.ratio > limit)) continue
      const { annotation, scene } = worst.seen
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `Dimension ${axis} of track ${annotation.trackId} deviates from its mean of ${worst.mean} by a ratio of ${worst.ratio}.`,
          annotationIds: [annotation.id],
          trackIds: annotation.trackId === null ? [] : [annotation.trackId],
          attribute: axis,
          measured: worst.ratio,
          limit,
        },
        [annotation.source],
      )
    }
  }
}

const axes = ["x", "y", "z"] as const

type Sound = Seen & { readonly cuboid: Cuboid }

const findMostDifferent = (track: ReadonlyArray<Sound>, axis: (typeof axes)[number]) => {
  const mean = track.reduce((sum, { cuboid }) => sum + cuboid.dimensions[axis], 0) / track.length
  let worst: { readonly seen: Sound; readonly ratio: number; readonly mean: number } | undefined
  for (const seen of track) {
    const ratio = Math.abs(seen.cuboid.dimensions[axis] - mean) / mean
    if (worst === undefined || ratio > worst.ratio) worst = { seen, ratio, mean }
  }
  return worst
}
