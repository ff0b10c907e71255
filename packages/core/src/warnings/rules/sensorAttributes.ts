/**
 * Attributes that are synchronised across sensors and yet differ between two sensors in one frame: one warning a track,
 * attribute and sensor, at the first frame in which it differs from a sensor before it. What is not filled in says nothing.
 */
import type { Annotation, Scene } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"
import { saidOf } from "./saidOf.ts"
import { applies, isFilledIn, ownValue } from "./subjects.ts"

/** What a track said first in a frame, and where. */
interface Said {
  readonly value: string
  readonly sensor: string
  readonly by: Annotation
}

export const sensorAttributes = (
  scenes: ReadonlyArray<Scene>,
  { categories }: CompiledConfiguration,
  report: Report,
): void => {
  const synced = new Map(
    [...categories].flatMap(([id, { attributes }]) => {
      const some = attributes.filter((attribute) => attribute.synced)
      return some.length === 0 ? [] : [[id, some] as const]
    }),
  )
  if (synced.size === 0) return
  const told = new Set<string>()
  let frame: number | null = null
  let said = new Map<string, Said>()
  for (const scene of scenes) {
    const { sensor } = scene
    if (sensor === null) continue
    if (scene.frame !== frame) {
      frame = scene.frame
      said = new Map()
    }
    for (const annotation of scene.annotations) {
      const { attributes, categoryId, id, trackId } = annotation
      if (trackId === null) continue
      const shared = synced.get(categoryId) ?? []
      if (!report.spend(work.compared * shared.length)) return
      for (const attribute of shared) {
        const value = ownValue(attributes, attribute.name)
        if (!applies(attribute, scene.kind) || !isFilledIn(value)) continue
        const key = JSON.stringify([trackId, attribute.name])
        const text = saidOf(attribute, value)
        const before = said.get(key)
        if (before === undefined) said.set(key, { value: text, sensor, by: annotation })
        const once = JSON.stringify([trackId, attribute.name, sensor])
        if (before === undefined || before.sensor === sensor || before.value === text || told.has(once))
          continue
        told.add(once)
        report.add(
          scene,
          {
            rule: "sensor-attribute",
            message: `Track ${trackId} has different values of an attribute that is the same in all sensors.`,
            annotationIds: before.by.id === id ? [id] : [before.by.id, id],
            trackIds: [trackId],
            attribute: attribute.name,
          },
          [before.by.source, annotation.source],
        )
      }
    }
  }
}
