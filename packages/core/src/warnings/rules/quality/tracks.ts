/** Tracks over the frames of a sensor, for rules that compare an object with itself. */
import type { Annotation, Scene } from "../../read/Scene.ts"
import { type Report, work } from "../Report.ts"

/** An annotation of a track in its frame. */
export interface Seen {
  readonly scene: Scene
  readonly frame: number
  readonly annotation: Annotation
}

/**
 * The annotations of each track of each sensor in the order of frames, of those that `applies`; of several in one frame the first. Empty when
 * not enough work is left.
 */
export const collectTracks = (
  scenes: ReadonlyArray<Scene>,
  applies: (categoryId: number) => boolean,
  report: Report,
): ReadonlyArray<ReadonlyArray<Seen>> => {
  const sensors = new Map<string | null, Map<number, Array<Seen>>>()
  const tracks: Array<Array<Seen>> = []
  for (const scene of scenes) {
    const { annotations, frame, sensor } = scene
    if (frame === null) continue
    if (!report.spend(1 + work.limit * annotations.length)) return []
    const ofSensor = sensors.get(sensor) ?? new Map<number, Array<Seen>>()
    sensors.set(sensor, ofSensor)
    for (const annotation of annotations) {
      const { categoryId, trackId } = annotation
      if (trackId === null || !applies(categoryId)) continue
      const seen = { scene, frame, annotation }
      const trackSteps = ofSensor.get(trackId)
      if (trackSteps === undefined) {
        const track = [seen]
        ofSensor.set(trackId, track)
        tracks.push(track)
      } else if (trackSteps.at(-1)?.frame !== frame) trackSteps.push(seen)
    }
  }
  return tracks
}

/** Each annotation of a track with the one before. */
export const visitSteps = (
  tracks: ReadonlyArray<ReadonlyArray<Seen>>,
  visit: (before: Seen, seen: Seen) => void,
): void => {
  for (const track of tracks)
    for (let at = 1; at < track.length; at++) {
      const before = track[at - 1]
      const seen = track[at]
      if (before !== undefined && seen !== undefined) visit(before, seen)
    }
}

/** The ids of annotations of two frames, which are often equal. */
export const listIds = (a: Annotation, b: Annotation): ReadonlyArray<number> =>
  a.id === b.id ? [a.id] : [a.id, b.id]
