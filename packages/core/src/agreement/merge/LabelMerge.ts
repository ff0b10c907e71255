/** One label made of those of several people, and where each of its objects comes from. */
import type { IdRuns } from "../geometry/runs.ts"
import type { PairingOptions } from "../labels/matchObjects.ts"
import type { PersonLabel } from "../labels/PersonLabel.ts"

export interface MergeOptions extends PairingOptions {
  /** The weight of each person's vote, above 0. Defaults to 1. */
  readonly weights?: { readonly [person: string]: number }
  /** The least weight of the people who have an object, for it to be in the merged label. Defaults to more than half of all weight. */
  readonly quorum?: number
  /**
   * Returns the text of the value of `point_annotations`, or of `segmentation_bitmap`, with the merged ids; called for scenes in which they differ
   * from those of the base. By default points are a list, and bitmaps cannot be merged.
   */
  readonly writeElements?: (elements: MergedElements) => string
}

/** The pixels or points of a scene of the merged label. */
export interface MergedElements {
  readonly sensor: string | null
  /** 0 in stills. */
  readonly frame: number
  readonly key: "point_annotations" | "segmentation_bitmap"
  /** The value of the base. */
  readonly before: string
  readonly ids: IdRuns
}

/** A label as text: digits, escapes and the order of keys are kept. Null stands for no objects. */
export interface LabelText {
  readonly person: string
  readonly label: string | null
  /** See `PersonLabel`. */
  readonly getBitmap?: PersonLabel["getBitmap"]
}

/** An object of a person's label. */
export interface MergeSource {
  readonly person: string
  /** The id of its annotation, of a track in its first frame. */
  readonly id: number
}

/**
 * `same`: all members have it. `mean`: the mean of members, of polygons the area that most of them cover, of pixels and points those that most people
 * gave the object, of a track in some frame. `member`: members differ, and it is that of the member which resembles the others most.
 */
export type MergedGeometry = "same" | "mean" | "member"

/** An object of the merged label. */
export interface MergedObject {
  /** The id of its annotation, of a track in its first frame. */
  readonly id: number
  readonly sensor: string | null
  readonly category: number
  /** The objects that it was merged from. */
  readonly sources: ReadonlyArray<MergeSource>
  readonly geometry: MergedGeometry
  /** Whether the sources have different categories, of a track in some frame. */
  readonly isDisputed: boolean
}

export interface LabelMerge {
  readonly refusal: null
  /** The text of the merged label. Null when all labels are. */
  readonly label: string | null
  /** The person whose label is the most like the others: the merged label keeps all of it that is not merged. */
  readonly base: string
  readonly objects: ReadonlyArray<MergedObject>
  /** Objects that too few people have, each with all who have it. */
  readonly omitted: ReadonlyArray<ReadonlyArray<MergeSource>>
}

/**
 * `few`: there are fewer than two labels. `segmented`: the pixels of a bitmap are not known, or cannot be written. `malformed`: a part of a label cannot be read.
 * `structure`: the label that is kept lacks a frame or sensor in which enough people have an object, or people segmented different numbers of pixels or points.
 */
export type MergeRefusal = "few" | "segmented" | "malformed" | "structure"

export type MergeResult = LabelMerge | { readonly refusal: MergeRefusal }
