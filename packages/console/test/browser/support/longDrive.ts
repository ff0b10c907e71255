/** A label as long as that of a recorded drive: 156 frames with 146 cars each, and timestamps of nanoseconds. */
import { seeded } from "./clouds.ts"

export const length = { frames: 156, tracks: 146 } as const

/** Meters between the rows. Cars of one row do not meet. */
const row = 4

/** Cars that stand in the ones before them: a pair in each of so many frames. */
const meetings = 30

const carAt = (frame: number, track: number, random: () => number) => {
  const meets = track === 1 && frame < meetings
  return {
    id: frame * length.tracks + track + 1,
    track_id: track + 1,
    is_keyframe: true,
    category_id: 1 + (track % 3),
    type: "cuboid",
    position: {
      x: (meets ? 2 : (track % 12) * 12) + frame * 0.5 + random() / 10,
      y: meets ? 0 : Math.floor(track / 12) * row,
      z: 0.8 + random() / 100,
    },
    dimensions: { x: 4.4, y: 1.9, z: 1.6 },
    yaw: random() / 50,
    attributes: { occluded: track % 2 === 0, note: `car ${track}` },
  }
}

/** The text of the label. */
export const longDrive = (): string => {
  const random = seeded(156)
  const frames = Array.from({ length: length.frames }, (_, frame) => {
    const cars = Array.from({ length: length.tracks }, (_car, track) => carAt(frame, track, random))
    return `{"timestamp":17000000001234567${String(frame).padStart(2, "0")},"annotations":${JSON.stringify(cars)}}`
  })
  return `{"format_version":"0.2","frames":[${frames.join(",")}]}`
}
