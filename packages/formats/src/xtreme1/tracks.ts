/** Numbers of tracks: the number that people see, where each object of a folder has a different one. */
import type { Losses } from "../carry/Losses.ts"
import { TrackNumbers } from "../drawn-cuboids/DrawnCuboid.ts"
import type { TrackedCuboid } from "./cuboids.ts"

type Numbering = (cuboid: TrackedCuboid) => string | null

/** A track whose shown number changes, or is another one's too, gets a separate number, which is counted. So are tracks without an id. */
export const makeNumbering = (
  cuboids: ReadonlyArray<TrackedCuboid>,
  root: string,
  losses: Losses,
): { readonly tracks: TrackNumbers; readonly findKey: Numbering } => {
  const names = collectValues(cuboids, ({ track }) => track, getName)
  const tracks = collectValues(cuboids, getName, ({ track }) => track)
  const keys = new Map<string, string>()
  for (const [track, [name = "", ...others]] of names) {
    if (track.startsWith("name ")) losses.add("tracks-by-name", `${root}: trackName ${name}`)
    const isOwn = others.length === 0 && tracks.get(name)?.size === 1
    if (!isOwn) losses.add("track-ids", `${root}: trackName ${name}`)
    keys.set(track, isOwn ? name : track)
  }
  return {
    tracks: new TrackNumbers(keys.values()),
    findKey: ({ track }) => (track === null ? null : (keys.get(track) ?? track)),
  }
}

/** The number that people see, or else the id. */
const getName = ({ trackId, trackName }: TrackedCuboid): string | null => trackName ?? trackId

const collectValues = (
  cuboids: ReadonlyArray<TrackedCuboid>,
  getKey: Numbering,
  getValue: Numbering,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const values = new Map<string, Set<string>>()
  for (const cuboid of cuboids) {
    const [key, value] = [getKey(cuboid), getValue(cuboid)]
    if (key === null || value === null) continue
    const own = values.get(key) ?? new Set<string>()
    values.set(key, own.add(value))
  }
  return values
}
