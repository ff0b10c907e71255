import type { Annotation, Scene } from "../read/Scene.ts"
import type { CompiledAttribute, CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"
import { getOwnValue, isApplicable, isFilledIn } from "./subjects.ts"
import { toComparable } from "./values.ts"

/** The first value of a track, and whether a difference was reported. */
interface FirstValue {
  readonly value: string
  readonly by: Annotation
  reported: boolean
}

/**
 * Finds attributes that are constant along a track and differ between its frames: one warning for each track and
 * attribute, at the first frame that differs from the first value. Values that are not filled in are ignored.
 */
export const trackAttributes = (
  scenes: ReadonlyArray<Scene>,
  { trackAttributes: attributesOfCategories }: CompiledConfiguration,
  report: Report,
): void => {
  if (attributesOfCategories.size === 0) return
  const first = new Map<string, FirstValue>()
  const visit = (scene: Scene, annotation: Annotation, attribute: CompiledAttribute) => {
    const value = getOwnValue(annotation.attributes, attribute.name)
    if (annotation.trackId === null || !isApplicable(attribute, scene.kind) || !isFilledIn(value)) return
    const key = JSON.stringify([scene.sensor, annotation.trackId, attribute.name])
    const text = toComparable(attribute, value)
    const before = first.get(key)
    if (before === undefined) first.set(key, { value: text, by: annotation, reported: false })
    else if (before.value !== text && !before.reported) {
      before.reported = true
      report.add(
        scene,
        {
          rule: "track-attribute",
          message: `Track ${annotation.trackId} has different values of “${attribute.name}”, which must be the same in all frames.`,
          annotationIds: before.by.id === annotation.id ? [annotation.id] : [before.by.id, annotation.id],
          trackIds: [annotation.trackId],
          attribute: attribute.name,
        },
        [before.by.source, annotation.source],
      )
    }
  }
  for (const scene of scenes) {
    if (scene.frame === null) continue
    for (const annotation of scene.annotations) {
      const attributes = attributesOfCategories.get(annotation.categoryId) ?? []
      if (!report.spend(work.compared * attributes.length)) return
      for (const attribute of attributes) visit(scene, annotation, attribute)
    }
  }
}
