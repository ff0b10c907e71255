/**
 * Other tools' items as one sequence: Datumaro has no sequences, and its importers and CVAT know tracks by the attribute `track_id` of
 * annotations, and frames by `frame` of items.
 */
import type { Losses } from "../carry/Losses.ts"
import { Node } from "../files/Node.ts"
import type { Frame, Scene } from "../model/Scene.ts"
import { keyframeKey, trackKey } from "./keys.ts"

/** Collects what the items of a set say of time. */
export class SetOrder {
  readonly #frames: Array<number | null> = []
  #tracks = 0
  #keyframes = 0

  add(item: unknown): void {
    const node = new Node(item, "")
    this.#frames.push(readFrameNumber(node))
    for (const annotation of readArray(node, "annotations")) {
      const attributes = toObject(toObject(annotation).attributes)
      if (typeof attributes[trackKey] !== "number") continue
      this.#tracks += 1
      if (typeof attributes[keyframeKey] === "boolean") this.#keyframes += 1
    }
  }

  /** A single item whose annotations are not marked as keyframes or not may be a picture out of a video. */
  get hasTracks(): boolean {
    return this.#tracks > 0 && (this.#frames.length > 1 || this.#keyframes > 0)
  }

  get marksKeyframes(): boolean {
    return this.#keyframes > 0
  }

  /** The places of the items in the order of time. Null where a number of a frame is there twice, or some items have none. */
  get places(): ReadonlyArray<number> | null {
    const places = this.#frames.map((_, place) => place)
    if (this.#frames.every((frame) => frame === null)) return places
    if (this.#frames.includes(null) || new Set(this.#frames).size < this.#frames.length) return null
    return places.sort((a, b) => (this.#frames[a] ?? 0) - (this.#frames[b] ?? 0))
  }
}

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const readArray = (node: Node, key: string): ReadonlyArray<unknown> => {
  const value = toObject(node.value)[key]
  return Array.isArray(value) ? value : []
}

const readFrameNumber = (item: Node): number | null => {
  const { frame } = toObject(toObject(item.value).attr)
  return Number.isSafeInteger(frame) ? Number(frame) : null
}

/** The scenes of single items as one of their frames. Annotations without a track get a separate one. */
export const joinItems = (name: string, scenes: ReadonlyArray<Scene>, order: SetOrder): Scene | undefined => {
  const [first] = scenes
  if (first === undefined) return undefined
  const tracks = scenes.flatMap(({ frames }) =>
    frames.flatMap(({ annotations }) => annotations.map(({ trackId }) => trackId ?? 0)),
  )
  let last = tracks.reduce((a, b) => Math.max(a, b), 0)
  const frames = scenes.flatMap((scene) =>
    scene.frames.map(
      (frame): Frame => ({
        ...frame,
        name: scene.name,
        annotations: frame.annotations.map((annotation) => {
          if (annotation.trackId !== null) return annotation
          last += 1
          return { ...annotation, trackId: last }
        }),
      }),
    ),
  )
  return { ...first, name, isSequence: true, frames, marksKeyframes: order.marksKeyframes }
}

/** Tracks over items whose order nothing says stay attributes of single samples. */
export const countLostTracks = (path: string, order: SetOrder, losses: Losses): void => {
  if (order.hasTracks) losses.add("tracks", path)
}
