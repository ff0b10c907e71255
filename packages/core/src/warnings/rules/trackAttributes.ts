/**
 * Attributes that are constant along a track and yet differ between its frames: one warning a track and attribute, at the
 * first frame that differs from the first that says anything. What is not filled in says nothing.
 */
import type { Annotation, Scene } from "../read/Scene.ts"
import type { CompiledAttribute, CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"
import { saidOf } from "./saidOf.ts"
import { applies, isFilledIn, ownValue } from "./subjects.ts"

/** What a track said first, and whether it was told of already. */
interface Said {
  readonly value: string
  readonly by: Annotation
  told: boolean
}

export const trackAttributes = (
  scenes: ReadonlyArray<Scene>,
  { categories }: CompiledConfiguration,
  report: Report,
): void => {
  const constant = new Map(
    [...categories].flatMap(([id, { attributes }]) => {
      const some = attributes.filter(({ trackLevel }) => trackLevel)
      return some.length === 0 ? [] : [[id, some] as const]
    }),
  )
  if (constant.size === 0) return
  const said = new Map<string, Said>()
  const visit = (scene: Scene, annotation: Annotation, attribute: CompiledAttribute) => {
    const value = ownValue(annotation.attributes, attribute.name)
    if (annotation.trackId === null || !applies(attribute, scene.kind) || !isFilledIn(value)) return
    const key = JSON.stringify([scene.sensor, annotation.trackId, attribute.name])
    const text = saidOf(attribute, value)
    const before = said.get(key)
    if (before === undefined) said.set(key, { value: text, by: annotation, told: false })
    else if (before.value !== text && !before.told) {
      before.told = true
      report.add(
        scene,
        {
          rule: "track-attribute",
          message: `Track ${annotation.trackId} has different values of an attribute that is constant along a track.`,
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
      const attributes = constant.get(annotation.categoryId) ?? []
      if (!report.spend(work.compared * attributes.length)) return
      for (const attribute of attributes) visit(scene, annotation, attribute)
    }
  }
}
