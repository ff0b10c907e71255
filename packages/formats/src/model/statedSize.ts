import type { Size } from "./Scene.ts"

/** The size that a record states; null where a side is 0, as tools write it that could not open the image: the image says its size. */
export const toStatedSize = (size: Size): Size | null => (size.width === 0 || size.height === 0 ? null : size)
