/** The objects of a document: a track in one category is one object. */
import { createHash } from "node:crypto"
import type { Annotation } from "../model/Scene.ts"

interface Interval {
  frame_start: number
  frame_end: number
}

interface Pointer {
  readonly type: string
  readonly frame_intervals: Array<Interval>
}

interface Entry {
  readonly name: string
  readonly type: string
  readonly ontology_uid: string
  readonly frame_intervals: Array<Interval>
  readonly object_data_pointers: Record<string, Pointer>
  readonly object_data?: object
}

export class Objects {
  readonly #entries = new Map<string, Entry>()
  readonly #uids = new Map<string, string>()

  /** The object of an annotation in a frame; a track whose category changes has an object for each category. */
  assignUid(annotation: Annotation, category: string): string {
    const track = annotation.trackId ?? annotation.id
    const key = `${track}/${annotation.categoryId}`
    const knownUid = this.#uids.get(key)
    if (knownUid !== undefined) return knownUid
    const isFirst = !this.#entries.has(String(track))
    const uid = isFirst ? String(track) : makeUuid(key)
    this.#uids.set(key, uid)
    this.#entries.set(uid, {
      name: String(track),
      type: category,
      ontology_uid: "0",
      frame_intervals: [],
      object_data_pointers: {},
      ...(!isFirst && { object_data: { num: [{ name: trackName, val: track }] } }),
    })
    return uid
  }

  /** Notes data of an object in a frame. Frames come in their order within a sensor, and again for the next sensor. */
  note(uid: string, frame: number, type: string, name: string): void {
    const entry = this.#entries.get(uid)
    if (entry === undefined) return
    extend(entry.frame_intervals, frame)
    entry.object_data_pointers[name] ??= { type, frame_intervals: [] }
    extend(entry.object_data_pointers[name].frame_intervals, frame)
  }

  has(uid: string): boolean {
    return this.#entries.has(uid)
  }

  get printed(): Readonly<Record<string, object>> {
    return Object.fromEntries(this.#entries)
  }
}

/** The track, in an object that another category of the same track keeps from its number. */
export const trackName = "track_id"

/** Adds a frame to intervals in ascending order, and joins those that touch. */
const extend = (intervals: Array<Interval>, frame: number): void => {
  const at = intervals.findIndex(({ frame_end }) => frame_end + 1 >= frame)
  const interval = intervals[at]
  if (interval === undefined) {
    intervals.push({ frame_start: frame, frame_end: frame })
    return
  }
  if (frame < interval.frame_start - 1) {
    intervals.splice(at, 0, { frame_start: frame, frame_end: frame })
    return
  }
  interval.frame_start = Math.min(interval.frame_start, frame)
  interval.frame_end = Math.max(interval.frame_end, frame)
  const next = intervals[at + 1]
  if (next === undefined || next.frame_start > interval.frame_end + 1) return
  interval.frame_end = Math.max(interval.frame_end, next.frame_end)
  intervals.splice(at + 1, 1)
}

/** The same text gives the same UUID, of version 8. */
const makeUuid = (text: string): string => {
  const hex = createHash("sha256").update(text).digest("hex")
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join("-")
}
