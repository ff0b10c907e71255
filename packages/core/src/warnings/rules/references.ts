/** Rules for ids: repeated annotation ids, links without an end, and unknown categories. */
import { type Annotation, type Link, listTracks, type Scene } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import type { Report } from "./Report.ts"

/** Finds annotations of one scene that share an id. Returns the annotations by id; of duplicates, the first. */
export const indexAnnotations = (scene: Scene, report: Report): ReadonlyMap<number, Annotation> => {
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
        message: `${annotations.length} objects have the ID ${id}.`,
        annotationIds: [id],
        trackIds: [...new Set(annotations.flatMap((one) => listTracks(one)))],
        measured: annotations.length,
        limit: 1,
      },
      annotations.map(({ source }) => source),
    )
  }
  return byId
}

/** Finds links from or to a missing annotation. */
export const checkMissingLinkEnds = (
  place: Pick<Scene, "frame" | "sensor">,
  links: ReadonlyArray<Link>,
  exists: (id: number) => boolean,
  report: Report,
): void => {
  for (const { fromId, source, toId } of links) {
    const missing = [fromId, toId].filter((id) => !exists(id))
    if (missing.length === 0) continue
    report.add(
      place,
      {
        rule: "missing-link-end",
        message: `The link from ${fromId} to ${toId} is broken: object ${missing.join(" and object ")} is missing.`,
        annotationIds: [fromId, toId],
      },
      [source],
    )
  }
}

/** Finds annotations whose category is not in the configuration. */
export const checkUnknownCategories = (
  scene: Scene,
  { categories }: CompiledConfiguration,
  report: Report,
): void => {
  for (const annotation of scene.annotations) {
    if (categories.has(annotation.categoryId)) continue
    report.add(
      scene,
      {
        rule: "unknown-category",
        message: `Object ${annotation.id} has the category ${annotation.categoryId}, which is not in the configuration.`,
        annotationIds: [annotation.id],
        trackIds: listTracks(annotation),
        measured: annotation.categoryId,
      },
      [annotation.source],
    )
  }
}
