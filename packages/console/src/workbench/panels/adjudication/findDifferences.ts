/** Finds the objects about which the labels of several people differ. Pure. */
import { toNumber } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { countFrames, isSequence, listAnnotations } from "../../editor/label/frames.ts"
import type { OverlapLabel } from "../../session/work.ts"
import { compareAttributes } from "./compareAttributes.ts"
import type { Difference, Differences, Member } from "./Difference.ts"
import { findImageDifferences } from "./findImageDifferences.ts"
import { type LabelPart, listParts } from "./listParts.ts"
import { makeSimilarityFinder } from "./makeSimilarityFinder.ts"
import type { Agreement } from "./readAgreement.ts"
import type { ComparedAttributes } from "./readComparedAttributes.ts"

/** Shapes of one object that resemble each other less, from 0 to 1, are a difference. */
export const leastSimilarity = 0.9

/** Labels that were skipped are not compared. Undefined where an object of the comparison is not in its label. */
export const findDifferences = (
  labels: ReadonlyArray<OverlapLabel>,
  agreement: Agreement,
  compared: ComparedAttributes,
): Differences | undefined => {
  const { letters, objects } = agreement
  const parts = letters.map((letter) => ({
    letter,
    parts: listParts(labels.find((label) => label.letter === letter)?.label.attributes ?? {}),
  }))
  const members = parts.map(({ letter, parts }, place) => {
    const take = makeMemberFinder(letter, parts)
    return (objects[place] ?? []).map(({ category, id, sensor }) => {
      const instances = take(id, sensor)
      return instances && { ...instances, categoryId: category }
    })
  })
  const findSimilarity = makeSimilarityFinder(agreement)
  const list: Array<Difference> = findImageDifferences(parts, compared.image)
  const groups: Array<ReadonlyArray<TrackedMember>> = []
  const disputed = new Set<string>()
  for (const group of agreement.groups) {
    const objectsOfGroup = group.members.flatMap((index, place) =>
      index === undefined ? [] : [members[place]?.[index]],
    )
    if (!objectsOfGroup.every((member) => member !== undefined)) return undefined
    const own = compareObjects(objectsOfGroup, letters, findSimilarity(group), compared)
    const named = own.map((one) => ({ ...one, id: `${one.aspect} ${groups.length}`, group: groups.length }))
    groups.push(objectsOfGroup)
    list.push(...named)
    if (named.length > 0) for (const { key, letter } of objectsOfGroup) disputed.add(`${letter} ${key}`)
  }
  // Objects of several sensors have one key: one that differs keeps all of them on the screen.
  const agreed = letters.map((letter) => {
    const own = groups.flatMap((group) => group.filter((member) => member.letter === letter))
    const keys = own.flatMap(({ key }) => (disputed.has(`${letter} ${key}`) ? [] : [key]))
    return [letter, new Set(keys)] as const
  })
  return { list: list.toSorted((a, b) => a.frame - b.frame), agreed: new Map(agreed), groups }
}

/** The differences of an object that some labels have, one for each aspect; none where all have it alike. */
const compareObjects = (
  objects: ReadonlyArray<TrackedMember>,
  letters: ReadonlyArray<string>,
  similarity: number | undefined,
  compared: ComparedAttributes,
): ReadonlyArray<Omit<Difference, "group" | "id">> => {
  const missing = letters.filter((letter) => !objects.some((object) => object.letter === letter))
  const hasOneCategory = objects.every(({ categoryId }) => categoryId === objects[0]?.categoryId)
  const differing = findDifferingFrame(objects, compared)
  const make = (aspect: Difference["aspect"], more: Partial<Difference> = {}) => {
    const members = objects.map(({ frames, kind, ...member }): Member => {
      const isThere = more.frame !== undefined && frames.has(more.frame)
      return isThere ? { ...member, frame: more.frame } : member
    })
    const frame = Math.min(...members.map(({ frame }) => frame))
    return {
      subject: "object",
      aspect,
      sensor: members[0]?.sensor,
      frame,
      lastFrame: frame,
      members,
      missing,
      attributes: [],
      names: [],
      trackNames: [],
      similarity: undefined,
      ...more,
    } as const
  }
  return [
    ...(missing.length > 0 ? [make("object")] : []),
    ...(hasOneCategory ? [] : [make("category")]),
    ...(similarity === undefined || similarity >= leastSimilarity ? [] : [make("shape", { similarity })]),
    ...(differing === undefined ? [] : [make("attributes", differing)]),
  ]
}

type DifferingFrame = Pick<Difference, "attributes" | "frame" | "names" | "trackNames">

/**
 * The first frame in which attributes of an object differ, and all that differ in some frame. Those of one category are compared, of people for whom
 * the object has it in most frames and in the compared one.
 */
const findDifferingFrame = (
  objects: ReadonlyArray<TrackedMember>,
  { categories }: ComparedAttributes,
): DifferingFrame | undefined => {
  let first: Pick<DifferingFrame, "attributes" | "frame"> | undefined
  const names = new Set<string>()
  const trackNames = new Set<string>()
  for (const category of new Set(objects.map(({ categoryId }) => categoryId))) {
    const members = objects.filter(({ categoryId }) => categoryId === category)
    const attributes = categories.get(category) ?? []
    if (members.length < 2 || attributes.length === 0) continue
    for (const frame of new Set(members.flatMap((member) => [...member.frames.keys()]))) {
      const differing = compareAttributes(
        members.flatMap(({ frames, letter }) => {
          const annotation = frames.get(frame)
          return annotation?.categoryId === category ? [{ letter, attributes: annotation.attributes }] : []
        }),
        attributes,
        members[0]?.kind ?? null,
      )
      if (differing.length > 0 && (first === undefined || frame < first.frame))
        first = { frame, attributes: differing }
      for (const { name } of differing) {
        names.add(name)
        if (attributes.some((one) => one.name === name && one.trackLevel)) trackNames.add(name)
      }
    }
  }
  return first && { ...first, names: [...names], trackNames: [...trackNames] }
}

/** An object with its annotation in each frame. */
export interface TrackedMember extends Member {
  readonly kind: LabelPart["kind"]
  readonly frames: Map<number, Annotation>
}

type TakeMember = (id: number, sensor: string | undefined) => Omit<TrackedMember, "categoryId"> | undefined

/** Finds objects in the order of the label: of several with one id, the next one each time. */
export const makeMemberFinder = (letter: string, parts: ReadonlyArray<LabelPart>): TakeMember => {
  const byId = new Map<string, Array<Omit<TrackedMember, "categoryId">>>()
  for (const { kind, label: part, sensor } of parts) {
    const byKey = new Map<string, Omit<TrackedMember, "categoryId">>()
    for (let frame = 0; frame < countFrames(part); frame++)
      for (const annotation of listAnnotations(part, frame)) {
        const { id, key, trackId } = annotation
        // Without a track, it is an object of its frame alone, as for the server.
        const object = trackId == null && isSequence(part) ? `${frame} ${key}` : key
        const before = byKey.get(object)
        before?.frames.set(frame, annotation)
        if (before !== undefined) continue
        const member = {
          letter,
          key,
          id: toNumber(id),
          sensor,
          kind,
          frame,
          frames: new Map([[frame, annotation]]),
        }
        byKey.set(object, member)
        const name = formatName(toNumber(id), sensor)
        const members = byId.get(name)
        if (members === undefined) byId.set(name, [member])
        else members.push(member)
      }
  }
  return (id, sensor) => byId.get(formatName(id, sensor))?.shift()
}

const formatName = (id: number, sensor: string | undefined): string => `${id} ${sensor ?? ""}`
