/** `duplicate-id`: finds frames of a sensor in which a track is more than once. */
import type { Annotation, Scene } from "../../read/Scene.ts"
import type { CompiledQualityRule } from "../Compiled.ts"
import { type Report, work } from "../Report.ts"

/** One warning for each track and frame. Ids of annotations are always checked, by `duplicate-annotation-id`. */
export const checkDuplicateId = (
  scenes: ReadonlyArray<Scene>,
  { applies, index, rule }: CompiledQualityRule<"duplicate-id">,
  report: Report,
): void => {
  for (const scene of scenes) {
    if (!report.spend(1 + work.limit * scene.annotations.length)) return
    const byTrack = new Map<number, Array<Annotation>>()
    for (const annotation of scene.annotations) {
      const { categoryId, trackId } = annotation
      if (trackId === null || !applies(categoryId)) continue
      const trackAnnotations = byTrack.get(trackId)
      if (trackAnnotations === undefined) byTrack.set(trackId, [annotation])
      else trackAnnotations.push(annotation)
    }
    for (const [trackId, annotations] of byTrack) {
      if (annotations.length === 1) continue
      report.add(
        scene,
        {
          rule: rule.name,
          ruleIndex: index,
          message: `${annotations.length} objects have the track ID ${trackId}.`,
          annotationIds: annotations.map(({ id }) => id),
          trackIds: [trackId],
          measured: annotations.length,
          limit: 1,
        },
        annotations.map(({ source }) => source),
      )
    }
  }
}
