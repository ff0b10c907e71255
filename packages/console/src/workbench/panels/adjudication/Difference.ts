/** A difference between the labels of several people. */
import type { AttributeDifference } from "./compareAttributes.ts"

/** An object of one of the labels, in the frame that is shown of it. */
export interface Member {
  readonly letter: string
  readonly key: string
  /** The id of its annotation, of a track in its first frame. */
  readonly id: number
  readonly sensor: string | undefined
  readonly frame: number
  readonly categoryId: number
}

/** An object that some of the labels lack, or one aspect in which it differs between them; or an image whose attributes differ. */
export interface Difference {
  /** Names it among the differences of the labels. */
  readonly id: string
  readonly subject: "image" | "object"
  /** `object` where some labels lack it. An object can differ by several aspects. */
  readonly aspect: "attributes" | "category" | "object" | "shape"
  /** The place of the object in the comparison; undefined for an image. */
  readonly group: number | undefined
  readonly sensor: string | undefined
  /** The first frame with the difference; of an object that differs by its shape or category, the first one that has it. */
  readonly frame: number
  /** Of an image, the last of the consecutive frames that differ alike. */
  readonly lastFrame: number
  /** Empty for an image. */
  readonly members: ReadonlyArray<Member>
  /** The letters of the labels that lack the object. */
  readonly missing: ReadonlyArray<string>
  /** The attributes that differ, of a track those of the first frame in which some do. */
  readonly attributes: ReadonlyArray<AttributeDifference>
  /** The names of all attributes that differ, in any frame. */
  readonly names: ReadonlyArray<string>
  /** Those of them that are the same in all frames of a track. */
  readonly trackNames: ReadonlyArray<string>
  /** The lowest similarity of two shapes of the object; undefined where all resemble each other. */
  readonly similarity: number | undefined
}

export interface Differences {
  /** In the order of their frames. */
  readonly list: ReadonlyArray<Difference>
  /** The keys of the objects that all labels have alike, by letter. */
  readonly agreed: ReadonlyMap<string, ReadonlySet<string>>
  /** All objects of the comparison, with those of each letter that are the same. */
  readonly groups: ReadonlyArray<ReadonlyArray<Member>>
}
