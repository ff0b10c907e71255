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

/** `labels`: the base first. */
export const writeMergedScenes = (
  text: string,
  labels: ReadonlyArray<MergeLabel>,
  annotations: ReadonlyArray<PlacedAnnotation>,
): ReadonlyArray<Edit> => {
  const [base] = labels
  if (base?.parts == null) return []
  const byScene = new Map<string, Array<PlacedAnnotation>>()
  for (const annotation of annotations) {
    const list = byScene.get(annotation.scene)
    if (list === undefined) byScene.set(annotation.scene, [annotation])
    else list.push(annotation)
  }
  const edits = [...base.parts.scenes].flatMap(([key, scene]) => {
    const ordered = (byScene.get(key) ?? []).toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    const { annotations: list, imageAttributes, inside, isEmpty, items } = scene
    const texts = ordered.map((annotation) => annotation.text)
    const isSame = items.length === texts.length && items.every((span, i) => text.slice(...span) === texts[i])
    const members = [
      { key: "annotations", span: list, by: isSame ? undefined : `[${texts.join(",")}]` },
      { key: "image_attributes", span: imageAttributes, by: mergeImageAttributes(key, labels) },
    ].flatMap(({ by, ...member }) => (by === undefined ? [] : [{ ...member, by }]))
    const added = members.flatMap((member) =>
      member.span === undefined ? `"${member.key}":${member.by}` : [],
    )
    return [
      ...members.flatMap(({ by, span }) => (span === undefined ? [] : [{ span, by }])),
      ...(added.length === 0
        ? []
        : [{ span: [inside, inside] as const, by: added.join(",") + (isEmpty ? "" : ",") }]),
    ]
  })
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

/** Links of the base stay, but those of objects that are no longer there. */
const omitLinks = (
  text: string,
  base: MergeLabel,
  annotations: ReadonlyArray<PlacedAnnotation>,
): ReadonlyArray<Edit> => {
  const remaining = new Set<number>()
  for (const annotation of annotations) collectIds(annotation.text, remaining)
  const before = new Set<number>()
  for (const annotation of base.texts.values()) collectIds(annotation, before)
  const isOmitted = (id: number | undefined) => id !== undefined && before.has(id) && !remaining.has(id)
  return (base.parts?.links ?? []).flatMap((list) => {
    const items = listItems(text, list).map((span) => text.slice(...span))
    const rest = items.filter(
      (link) => !isOmitted(readNumber(link, "from_id")) && !isOmitted(readNumber(link, "to_id")),
    )
    return rest.length === items.length ? [] : [{ span: list, by: `[${rest.join(",")}]` }]
  })
}

const collectIds = (annotation: string, ids: Set<number>): void => {
  for (const key of ["id", "track_id"]) {
    const id = readNumber(annotation, key)
    if (id !== undefined) ids.add(id)
  }
}
