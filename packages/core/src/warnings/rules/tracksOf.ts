/** The tracks of annotations, in the same order; none where they have none. */
import type { Annotation } from "../read/Scene.ts"

export const tracksOf = (...annotations: ReadonlyArray<Annotation>): ReadonlyArray<number> =>
  annotations.flatMap(({ trackId }) => (trackId === null ? [] : [trackId]))
