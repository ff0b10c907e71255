/** Small copies of pictures. */
import { Schema } from "effect"

/** Pixels of the square in which a thumbnail fits: for rows of a list, for a grid, and for a large preview. */
export const ThumbnailSize = Schema.Literal(96, 320, 640)
export type ThumbnailSize = typeof ThumbnailSize.Type

/** A small copy of a picture, upright, with its proportions. Pictures that are smaller are not enlarged. */
export interface Thumbnail {
  readonly bytes: Uint8Array
  /** Such as `image/webp`. */
  readonly contentType: string
}
