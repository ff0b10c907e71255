/** `track-rotation-jump`: finds cuboids that turn too far from a frame to the next. */
import type { Quaternion } from "../../geometry/Boxes.ts"
import { findDegeneracy } from "../../geometry/soundness.ts"
import type { Cuboid, Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import type { Report } from "../Report.ts"
import { collectTracks, listIds, visitSteps } from "./tracks.ts"

const defaultDegrees = 30

/** One warning for each such step, at the later frame. Frames between which the track is missing are not compared. */
export const trackRotationJump = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"track-rotation-jump">,
  report: Report,
): void => {
  const limit = rule.max_degrees ?? defaultDegrees
  visitSteps(collectTracks(scenes, applies, report), (before, { annotation, frame, scene }) => {
    const [from, to] = [before.annotation.cuboid, annotation.cuboid]
    if (frame !== before.frame + 1 || !isSound(from) || !isSound(to)) return
    const measured = (computeAngle(from.turn, to.turn) * 180) / Math.PI
    if (!(measured > limit)) return
    report.add(
      scene,
      {
        rule: rule.name,
        ruleIndex: index,
        message: `Track ${annotation.trackId} turns by ${measured}° between two frames, more than the limit of ${limit}°.`,
        annotationIds: listIds(before.annotation, annotation),
        trackIds: annotation.trackId === null ? [] : [annotation.trackId],
        measured,
        limit,
      },
      [before.annotation.source, annotation.source],
    )
  })
}

const isSound = (cuboid: Cuboid | null): cuboid is Cuboid =>
  cuboid !== null && findDegeneracy(cuboid.position, cuboid.dimensions, cuboid.turn) === undefined

/** The smallest angle that turns one into the other, from 0 to π. */
const computeAngle = (a: Cuboid["turn"], b: Cuboid["turn"]): number => {
  if (typeof a === "number" && typeof b === "number") {
    const difference = Math.abs(b - a) % (2 * Math.PI)
    return Math.min(difference, 2 * Math.PI - difference)
  }
  const [from, to] = [toUnit(a), toUnit(b)]
  const scalar = from.qw * to.qw + from.qx * to.qx + from.qy * to.qy + from.qz * to.qz
  const x = from.qw * to.qx - from.qx * to.qw - from.qy * to.qz + from.qz * to.qy
  const y = from.qw * to.qy - from.qy * to.qw - from.qz * to.qx + from.qx * to.qz
  const z = from.qw * to.qz - from.qz * to.qw - from.qx * to.qy + from.qy * to.qx
  // The arc cosine alone would lose half of the digits of small angles.
  return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(scalar))
}

const toUnit = (turn: Cuboid["turn"]): Quaternion => {
  if (typeof turn === "number") return { qx: 0, qy: 0, qz: Math.sin(turn / 2), qw: Math.cos(turn / 2) }
  const { qw, qx, qy, qz } = turn
  const length = Math.hypot(qw, qx, qy, qz)
  return { qx: qx / length, qy: qy / length, qz: qz / length, qw: qw / length }
}
