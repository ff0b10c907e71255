/** The shapes of a frame as annotations of a sensor. */
import type { Annotation } from "../model/Scene.ts"
import { readAttributes } from "./attributes.ts"
import type { Content, NumberedFrame } from "./content.ts"
import { elementsOf, is3dType, streamOf } from "./elements.ts"
import type { Sensor } from "./readSensors.ts"
import { readShape } from "./shapes.ts"

/** The number of a category by its name, found at a place. */
export type CategoryOf = (category: string, place: string) => number

/** Points of one annotation are joined. */
export const readAnnotations = (
  content: Content,
  sensor: Sensor,
  frame: NumberedFrame,
  categoryOf: CategoryOf,
): ReadonlyArray<Annotation> => {
  const { losses } = content
  const found: Array<{ readonly order: number; readonly annotation: Annotation }> = []
  const points = new Map<string, Array<ReadonlyArray<number>>>()
  for (const { data, element, key, object, type } of elementsOf(content, frame)) {
    const is3d = is3dType(type)
    if (is3d !== sensor.is3d || streamOf(content, element, is3d) !== sensor.stream) continue
    const shape = readShape(element, type, losses)
    if (shape === undefined) continue
    const id = element.at("annotation_id").or(undefined, (one) => one.whole())
    const parts = [...("points" in shape ? shape.points : [])]
    if (shape.type === "point" && id !== undefined) {
      const known = points.get(`${key}/${id}`)
      known?.push(...parts)
      if (known !== undefined) continue
      points.set(`${key}/${id}`, parts)
    }
    const annotation = {
      id: id ?? found.length + 1,
      categoryId: categoryOf(object.category, element.place),
      trackId: sensor.isSequence ? object.track : null,
      isKeyframe: element.at("is_keyframe").value !== false,
      attributes: {
        ...object.attributes,
        ...(data === undefined ? {} : readAttributes(data, losses)),
        ...readAttributes(element.at("attributes"), losses),
      },
      ...shape,
      ...("points" in shape && { points: parts }),
    }
    // The shape decides the type; TypeScript does not follow the union through the spread.
    found.push({
      order: element.at("order").or(annotation.id, (one) => one.whole()),
      annotation: annotation as Annotation,
    })
  }
  return found.sort((a, b) => a.order - b.order).map(({ annotation }) => annotation)
}
