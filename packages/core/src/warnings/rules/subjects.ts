/** Everything in a scene that has attributes of its own, with the attributes that its configuration gives it. */
import type { Annotation, Attributes, Link, Scene } from "../read/Scene.ts"
import type { CompiledAttribute, CompiledConfiguration } from "./Compiled.ts"
import { type Report, work } from "./Report.ts"
import { tracksOf } from "./tracksOf.ts"

export interface Subject {
  /** How a sentence begins: "Annotation 3", "The link from 3 to 4", "The image". */
  readonly name: string
  readonly annotationIds: ReadonlyArray<number>
  readonly trackIds: ReadonlyArray<number>
  readonly values: Attributes
  /** What was sent of it. */
  readonly source: object
}

type Visit = (subject: Subject, attribute: CompiledAttribute, value: unknown) => void

/** Visits each attribute that applies, also those that are not filled in; the name is made only where it is needed. */
export const eachAttribute = (
  { annotations, imageAttributes, kind, links }: Scene,
  { categories, imageAttributes: ofImage }: CompiledConfiguration,
  ends: ReadonlyMap<number, Annotation>,
  report: Report,
  visit: Visit,
): void => {
  const all = (attributes: ReadonlyArray<CompiledAttribute>, subject: Subject) => {
    if (!report.spend(work.attribute * attributes.length)) return
    for (const attribute of attributes) {
      if (applies(attribute, kind)) visit(subject, attribute, ownValue(subject.values, attribute.name))
    }
  }
  if (ofImage.length > 0) all(ofImage, imageSubject(imageAttributes))
  for (const annotation of annotations) {
    const attributes = categories.get(annotation.categoryId)?.attributes ?? []
    if (attributes.length > 0) all(attributes, annotationSubject(annotation))
  }
  for (const link of links) {
    const from = ends.get(link.fromId)
    const attributes = from === undefined ? [] : (categories.get(from.categoryId)?.linkAttributes ?? [])
    if (attributes.length > 0) all(attributes, linkSubject(link))
  }
}

/** In a label of one sensor every attribute applies. */
export const applies = ({ sensors }: CompiledAttribute, kind: Scene["kind"]): boolean =>
  kind === null || sensors === "all" || sensors === kind

/** Only what the object itself holds: a name such as `constructor` is in every object. */
export const ownValue = (values: Attributes, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

/** Nothing, blanks and an empty list are not filled in. */
export const isFilledIn = (value: unknown): boolean => {
  if (value === undefined || value === null) return false
  if (typeof value === "string") return value.trim() !== ""
  return !Array.isArray(value) || value.length > 0
}

const imageSubject = (values: Attributes): Subject => ({
  name: "The image",
  annotationIds: [],
  trackIds: [],
  values,
  source: values,
})

const annotationSubject = (annotation: Annotation): Subject => ({
  get name() {
    return `Annotation ${annotation.id}`
  },
  annotationIds: [annotation.id],
  trackIds: tracksOf(annotation),
  values: annotation.attributes,
  source: annotation.source,
})

const linkSubject = ({ attributes, fromId, source, toId }: Link): Subject => ({
  get name() {
    return `The link from ${fromId} to ${toId}`
  },
  annotationIds: [fromId, toId],
  trackIds: [],
  values: attributes,
  source,
})
