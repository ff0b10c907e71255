/** The ids of the objects of a merged label. */
import type { Instance } from "../labels/ComparableObject.ts"
import type { ObjectGroup } from "../labels/groupObjects.ts"
import { readNumber, setMembers } from "./labelText.ts"
import type { MergeLabel } from "./readMergeLabels.ts"

/**
 * Objects of the base keep their ids. Others get new ones above all ids of all labels, a track the same in every frame, and the tracks of one
 * object in several sensors the same: that of the base, where it has the object in another sensor. In scenes of bitmaps, whose files have no great
 * ids, a new id is the lowest that no annotation has. `labels`: the base first.
 */
export const makeIdSource = (labels: ReadonlyArray<MergeLabel>, groups: ReadonlyArray<ObjectGroup>) => {
  const greatest = findGreatestId(labels)
  let next = greatest
  const usedIds = listAnnotationIds(labels)
  let lowest = 0
  const makeLowest = (): number => {
    do lowest += 1
    while (usedIds.has(lowest))
    return lowest
  }
  /** The track of the merged label by that of a member. */
  const tracks = findBaseTracks(labels, groups)
  /** The tracks of the merged label in each sensor, which are different objects. */
  const used = new Set<string>()
  for (const { instances, sensor } of labels[0]?.label.objects ?? [])
    for (const { annotation } of instances.values()) used.add(`${annotation.trackId} ${sensor ?? ""}`)
  const makeAssign = (group: ObjectGroup) => {
    const members = listTracks(labels, group)
    const [first] = members
    let fresh: number | undefined
    const makeFresh = (): number => {
      fresh ??= ++next
      return fresh
    }
    let low: number | undefined
    let track: number | null | undefined
    const findTrack = (): number | null => {
      if (first === undefined || first.track === null) return null
      if (first.place === 0) return first.track
      const isFree = (id: number) => !used.has(`${id} ${first.sensor}`)
      const other = members.flatMap(({ key }) => tracks.get(key) ?? []).find(isFree)
      const id = other ?? makeFresh()
      used.add(`${id} ${first.sensor}`)
      if (!tracks.has(first.key)) tracks.set(first.key, id)
      return id
    }
    const makeId = (hasBitmap: boolean): number => {
      if (!hasBitmap) return track != null && track > greatest ? track : makeFresh()
      low ??= makeLowest()
      return low
    }
    return (
      own: Instance | undefined,
      text: string,
      hasBitmap: boolean,
    ): { readonly id: number; readonly text: string } => {
      if (track === undefined) track = findTrack()
      const id = own?.annotation.id ?? makeId(hasBitmap)
      const changes = new Map<string, string | null>([["id", String(id)]])
      if (track !== null) changes.set("track_id", String(track))
      else if (readNumber(text, "track_id") !== undefined) changes.set("track_id", "null")
      return { id, text: setMembers(text, changes) }
    }
  }
  return { makeAssign, getLast: () => next }
}

const findGreatestId = (labels: ReadonlyArray<MergeLabel>): number => {
  let greatest = 0
  for (const { label } of labels)
    for (const { instances } of label.scenes.values())
      for (const { instance } of instances)
        greatest = Math.max(greatest, instance.annotation.id, instance.annotation.trackId ?? 0)
  return greatest
}

const listAnnotationIds = (labels: ReadonlyArray<MergeLabel>): ReadonlySet<number> =>
  new Set(
    labels.flatMap(({ label }) =>
      [...label.scenes.values()].flatMap(({ instances }) =>
        instances.map(({ instance }) => instance.annotation.id),
      ),
    ),
  )

/** The base's tracks by those of the other members of their groups. */
const findBaseTracks = (
  labels: ReadonlyArray<MergeLabel>,
  groups: ReadonlyArray<ObjectGroup>,
): Map<string, number> => {
  const tracks = new Map<string, number>()
  for (const group of groups) {
    const [base, ...others] = listTracks(labels, group)
    if (base === undefined || base.place !== 0 || base.track === null) continue
    for (const { key, track } of others) if (track !== null && !tracks.has(key)) tracks.set(key, base.track)
  }
  return tracks
}

/** The tracks of the members of a group; null for an object of one scene. */
const listTracks = (labels: ReadonlyArray<MergeLabel>, group: ObjectGroup) =>
  group.flatMap((index, place) => {
    const object = index === null ? undefined : labels[place]?.label.objects[index]
    if (object === undefined) return []
    const [first] = object.instances.values()
    const track = first?.annotation.trackId ?? null
    return [{ place, track, sensor: object.sensor ?? "", key: `${place} ${track}` }]
  })
