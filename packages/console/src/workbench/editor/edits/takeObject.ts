/** Takes an object of pixels or points from another label: the annotations here, what belongs to them on the surface beside. */
import { type EditorState, getLabel } from "../EditorState.ts"
import type { VersionChoice } from "../History.ts"
import { withMembers } from "../json/edit.ts"
import type { Json, JsonObject } from "../json/value.ts"
import { type Annotation, toKey } from "../label/annotation.ts"
import {
  findNearestIn,
  hasFrame,
  isSequence,
  listAnnotationsOfKey,
  withAnnotation,
  withFrame,
} from "../label/frames.ts"
import { removeObjectsIn } from "../label/objects.ts"
import { applyEdit } from "./edit.ts"

/** An object of another label that is taken. */
export interface TakenObject {
  readonly label: JsonObject
  /** Undefined where the other label lacks the object. */
  readonly key: string | undefined
  /** The key of the object in the edited label; undefined where that lacks it. */
  readonly own: string | undefined
  /** Whether its category and attributes are taken too. */
  readonly isWhole: boolean
  readonly choice: Omit<VersionChoice, "key">
}

/**
 * Says why an object is not taken. `size`: the labels have other numbers of pixels or points. `notLoaded`: the frame is not painted, and the size
 * of its image or cloud is unknown until it is shown. `changed`: the object was edited while the other label was loaded.
 */
type TakeRefusalReason = "changed" | "notLoaded" | "size" | "unreadable"

/** The error of a take that changes nothing. */
export class TakeRefusal extends Error {
  constructor(
    readonly reason: TakeRefusalReason,
    readonly frame: number,
  ) {
    super(`${reason} in frame ${frame + 1}`)
  }
}

/** The annotations of a taken object in a frame: that of the edited label, and that of the other one. */
export interface TakenFrame {
  readonly frame: number
  readonly own: Annotation | undefined
  readonly other: Annotation | undefined
}

/** The frames in which one of the labels has the object. */
export const listTakenFrames = (state: EditorState, taken: TakenObject): ReadonlyArray<TakenFrame> => {
  const label = getLabel(state)
  const own = taken.own === undefined ? nowhere : listAnnotationsOfKey(label, taken.own)
  const others = taken.key === undefined ? nowhere : listAnnotationsOfKey(taken.label, taken.key)
  return [...new Set([...own.keys(), ...others.keys()])]
    .filter((frame) => hasFrame(label, frame))
    .sort((a, b) => a - b)
    .map((frame) => ({ frame, own: own.get(frame), other: others.get(frame) }))
}

const nowhere: ReadonlyMap<number, Annotation> = new Map()

/** A frame with the id that the object has in it now, and the revision of its surface; undefined where that has not changed. */
export interface PlacedFrame extends TakenFrame {
  readonly id: number
  readonly revision: number | undefined
}

interface Placing {
  readonly withRevision: (label: JsonObject, frame: number, revision: number) => JsonObject
  /** The key with which what follows from the step joins it. */
  readonly merge: string | null
}

/** The state after an object was taken: one step, which names the choice. */
export const placeTaken = (
  state: EditorState,
  taken: TakenObject,
  frames: ReadonlyArray<PlacedFrame>,
  { merge, withRevision }: Placing,
): EditorState => {
  let label = getLabel(state)
  const track: Json = frames.find(({ own }) => own !== undefined)?.own?.trackId ?? frames[0]?.id ?? 0
  const key = taken.own ?? toKey(track)
  const owns = new Map(frames.flatMap(({ frame, own }) => (own === undefined ? [] : [[frame, own] as const])))
  for (const { frame, id, other, own, revision } of frames) {
    if (other === undefined) label = removeObjectsIn(label, new Set([key]), frame, frame)
    else {
      const source =
        own !== undefined && !taken.isWhole
          ? own.source
          : makeSource(label, taken.isWhole ? other : (findNearestIn(owns, frame) ?? other), id, own, track)
      label = withFrame(label, frame, (found) => withAnnotation(found, key, source))
    }
    if (revision !== undefined) label = withRevision(label, frame, revision)
  }
  const isThere = frames.some(({ other }) => other !== undefined)
  return {
    ...applyEdit(state, "take", label, merge, { ...taken.choice, key: isThere ? key : undefined }),
    selected: new Set(isThere ? [key] : []),
  }
}

const makeSource = (
  label: JsonObject,
  { source }: Annotation,
  id: number,
  own: Annotation | undefined,
  track: Json,
): JsonObject =>
  withMembers(source, {
    id: own?.id ?? id,
    ...(isSequence(label) ? { track_id: own?.trackId ?? track } : {}),
  })
