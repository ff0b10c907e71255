import type { Annotation, Scene } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"
import { getOwnValue, isApplicable, isFilledIn } from "./subjects.ts"
import { toComparable } from "./values.ts"

/** The first value of a track in a frame. */
interface FirstValue {
  readonly value: string
  readonly sensor: string
  readonly by: Annotation
}

/**
 * Finds attributes that are synchronised across sensors and differ between two sensors of one frame: one warning for
 * each track, attribute and sensor, at the first frame with a difference. Values that are not filled in are ignored.
 */
export const checkSensorAttributes = (
  scenes: ReadonlyArray<Scene>,
  { syncedAttributes }: CompiledConfiguration,
  report: Report,
): void => {
  if (syncedAttributes.size === 0) return
  const reported = new Set<string>()
  let frame: number | null = null
  let first = new Map<string, FirstValue>()
  for (const scene of scenes) {
    const { sensor } = scene
    if (sensor === null) continue
    if (scene.frame !== frame) {
      frame = scene.frame
      first = new Map()
    }
    for (const annotation of scene.annotations) {
      const { attributes, categoryId, id, trackId } = annotation
      if (trackId === null) continue
      const shared = syncedAttributes.get(categoryId) ?? []
      if (!report.spend(work.compared * shared.length)) return
      for (const attribute of shared) {
        const value = getOwnValue(attributes, attribute.name)
        if (!isApplicable(attribute, scene.kind) || !isFilledIn(value)) continue
        const key = JSON.stringify([trackId, attribute.name])
        const text = toComparable(attribute, value)
        const before = first.get(key)
        if (before === undefined) first.set(key, { value: text, sensor, by: annotation })
        const once = JSON.stringify([trackId, attribute.name, sensor])
        if (before === undefined || before.sensor === sensor || before.value === text || reported.has(once))
          continue
        reported.add(once)
        report.add(
          scene,
          {
            rule: "sensor-attribute",
            message: `Track ${trackId} has different values of “${attribute.name}”, which must be the same for all sensors.`,
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
