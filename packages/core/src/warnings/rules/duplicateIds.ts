/** Finds annotations of one scene that share an id. */
import { type Annotation, type Scene, tracksOf } from "../read/Scene.ts"
import type { Report } from "./Report.ts"

/** The scene's annotations by id; of duplicates, the first. */
export const annotationsById = (scene: Scene, report: Report): ReadonlyMap<number, Annotation> => {
  const byId = new Map<number, Annotation>()
  const again = new Map<number, Array<Annotation>>()
  for (const annotation of scene.annotations) {
    const first = byId.get(annotation.id)
    if (first === undefined) {
      byId.set(annotation.id, annotation)
      continue
    }
    const others = again.get(annotation.id)
    if (others === undefined) again.set(annotation.id, [first, annotation])
    else others.push(annotation)
  }
  for (const [id, annotations] of again) {
    report.add(
      scene,
      {
        rule: "duplicate-annotation-id",
        message: `${annotations.length} annotations have the id ${id}.`,
        annotationIds: [id],
        trackIds: [...new Set(annotations.flatMap((one) => tracksOf(one)))],
        measured: annotations.length,
        limit: 1,
      },
      annotations.map(({ source }) => source),
    )
  }
  return byId
}
