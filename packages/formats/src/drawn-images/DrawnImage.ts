/** Images with shapes as JSON of other tools has them, on their way to scenes. */
import type { ReadContext } from "../Format.ts"
import { withoutEnding } from "../files/paths.ts"
import type { ImageQuery, ImageResolver } from "../images/ImageResolver.ts"
import { isUrl } from "../images/imageFinder.ts"
import { draw, type Ring } from "../model/exactShapes.ts"
import type { Annotation, Attributes, Drawing, Image, Size } from "../model/Scene.ts"

export interface DrawnShape extends Pick<Drawing, "type" | "points" | "shape"> {
  readonly category: string
  readonly attributes: Attributes
}

/** Annotations with ids from 1. */
export const toAnnotations = (
  shapes: ReadonlyArray<DrawnShape>,
  categoryOf: (name: string) => number,
): ReadonlyArray<Annotation> =>
  shapes.map(({ category, ...shape }, index) => ({
    id: index + 1,
    categoryId: categoryOf(category),
    trackId: null,
    isKeyframe: true,
    ...shape,
  }))

/** One polygon, or several parts as one object. Each ring is the border of a part. */
export const drawRings = (rings: ReadonlyArray<Ring>): Pick<Drawing, "type" | "points" | "shape"> => {
  const [only, ...others] = rings
  if (only !== undefined && others.length === 0) return { type: "polygon", points: only }
  return draw({ type: "multipolygon", polygons: rings.map((ring) => [ring]) })
}

/** The image that the query names among the files. Where none is of that name and set, the name itself stays, which may be a URL. */
export const findImage = (resolver: ImageResolver, query: ImageQuery): string =>
  resolver.find(query) ?? (isUrl(query.name) ? query.name : query.name.replace(/^\/+/, ""))

/** With the size of the file, or, where it is not there, that of the JSON. */
export const readImage = async (
  url: string,
  stated: Size | null,
  { sizeOf }: ReadContext,
): Promise<Image> => ({
  url,
  size: (isUrl(url) ? null : await sizeOf(url)) ?? stated,
})

export const nameOfImage = (path: string): string => withoutEnding(path.replace(/^\/+/, ""))
