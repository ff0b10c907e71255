/** The edits of the text of the base that make it the merged label. */
import type { ComparableScene } from "../labels/ComparableObject.ts"
import { type Edit, listItems, readNumber } from "./labelText.ts"
import { mergeAttributes } from "./mergeAttributes.ts"
import type { MergeLabel } from "./readMergeLabels.ts"

/** An annotation of the merged label. */
export interface PlacedAnnotation {
  readonly scene: string
  /** The place in the scene that its object has in the base; infinite where the base lacks it. */
  readonly rank: number
  readonly text: string
}

/** `labels`: the base first. `elements`: the texts of other values for pixels and points, by the key of their scene. */
export function* writeMergedScenesInSteps(
  text: string,
  labels: ReadonlyArray<MergeLabel>,
  annotations: ReadonlyArray<PlacedAnnotation>,
  elements: ReadonlyMap<string, string>,
): Generator<void, ReadonlyArray<Edit>> {
  const [base] = labels
  if (base?.parts == null) return []
  const byScene = new Map<string, Array<PlacedAnnotation>>()
  for (const annotation of annotations) {
    const list = byScene.get(annotation.scene)
    if (list === undefined) byScene.set(annotation.scene, [annotation])
    else list.push(annotation)
  }
  const edits: Array<Edit> = []
  for (const [key, scene] of base.parts.scenes) {
    const ordered = (byScene.get(key) ?? []).toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    const { annotations: list, imageAttributes, inside, isEmpty, items } = scene
    const texts = ordered.map((annotation) => annotation.text)
    const isSame = items.length === texts.length && items.every((span, i) => text.slice(...span) === texts[i])
    const members = [
      { key: "annotations", span: list, by: isSame ? undefined : `[${texts.join(",")}]` },
      { key: "image_attributes", span: imageAttributes, by: mergeImageAttributes(key, labels) },
      { key: scene.elements?.key, span: scene.elements?.span, by: elements.get(key) },
    ].flatMap(({ by, ...member }) => (by === undefined ? [] : [{ ...member, by }]))
    const added = members.flatMap((member) =>
      member.span === undefined ? `"${member.key}":${member.by}` : [],
    )
    for (const { by, span } of members) if (span !== undefined) edits.push({ span, by })
    if (added.length > 0) edits.push({ span: [inside, inside], by: added.join(",") + (isEmpty ? "" : ",") })
    yield
  }
  return [...edits, ...omitLinks(text, base, annotations)]
}

const mergeImageAttributes = (key: string, labels: ReadonlyArray<MergeLabel>): string | undefined =>
  mergeAttributes(
    labels.flatMap((label) => {
      const scene = label.label.scenes.get(key)
      return scene === undefined ? [] : [toVoter(label, key, scene)]
    }),
  )

const toVoter = ({ parts, text, weight }: MergeLabel, key: string, scene: ComparableScene) => {
  const span = parts?.scenes.get(key)?.imageAttributes
  return {
    values: scene.imageAttributes,
    text: span === undefined ? undefined : text?.slice(...span),
    weight,
  }
}

/** Links of the base stay, but those of objects that are no longer there: in the scene of the links, or anywhere for links of a sensor and of the label. */
const omitLinks = (
  text: string,
  base: MergeLabel,
  annotations: ReadonlyArray<PlacedAnnotation>,
): ReadonlyArray<Edit> => {
  const links = base.parts?.links ?? []
  if (links.length === 0) return []
  const remaining = collectIds(annotations)
  const before = collectIds(
    [...base.label.scenes].flatMap(([scene, { instances }]) =>
      instances.flatMap(({ instance }) => {
        const annotation = base.texts.get(instance.annotation.source)
        return annotation === undefined ? [] : [{ scene, text: annotation }]
      }),
    ),
  )
  return links.flatMap(({ list, scene }) => {
    const isOmitted = (id: number | undefined) =>
      id !== undefined && before.get(scene)?.has(id) === true && remaining.get(scene)?.has(id) !== true
    const items = listItems(text, list).map((span) => text.slice(...span))
    const rest = items.filter(
      (link) => !isOmitted(readNumber(link, "from_id")) && !isOmitted(readNumber(link, "to_id")),
    )
    return rest.length === items.length ? [] : [{ span: list, by: `[${rest.join(",")}]` }]
  })
}

/** The ids of annotations and tracks, by scene, and of all scenes under null. */
const collectIds = (
  annotations: ReadonlyArray<Pick<PlacedAnnotation, "scene" | "text">>,
): ReadonlyMap<string | null, ReadonlySet<number>> => {
  const all = new Set<number>()
  const ids = new Map<string | null, Set<number>>([[null, all]])
  for (const { scene, text } of annotations) {
    const ofScene = ids.get(scene) ?? new Set()
    ids.set(scene, ofScene)
    for (const key of ["id", "track_id"]) {
      const id = readNumber(text, key)
      if (id === undefined) continue
      all.add(id)
      ofScene.add(id)
    }
  }
  return ids
}
