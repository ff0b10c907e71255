/** Finds the objects about which the labels of several people differ. Pure. */
import { toNumber } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { countFrames, isSequence, listAnnotations } from "../../editor/label/frames.ts"
import type { OverlapLabel } from "../../session/work.ts"
import { type AttributeDifference, compareAttributes } from "./compareAttributes.ts"
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
  const { groups, letters, objects } = agreement
  const parts = letters.map((letter) => ({
    letter,
    parts: listParts(labels.find((label) => label.letter === letter)?.label.attributes ?? {}),
  }))
  const members = parts.map(({ letter, parts }, place) => {
    const take = makeFinder(letter, parts)
    return (objects[place] ?? []).map(({ category, id, sensor }) => {
      const instances = take(id, sensor)
      return instances && { ...instances, categoryId: category }
    })
  })
  const findSimilarity = makeSimilarityFinder(agreement)
  const list: Array<Difference> = findImageDifferences(parts, compared.image)
  const agreed = new Map(letters.map((letter) => [letter, new Set<string>()]))
  const disputed = new Map(letters.map((letter) => [letter, new Set<string>()]))
  for (const group of groups) {
    const objectsOfGroup: Array<TrackedMember> = []
    for (const [place, index] of group.members.entries()) {
      if (index === undefined) continue
      const member = members[place]?.[index]
      if (member === undefined) return undefined
      objectsOfGroup.push(member)
    }
    const difference = compareObjects(objectsOfGroup, letters, findSimilarity(group), compared)
    for (const { key, letter } of objectsOfGroup)
      (difference === undefined ? agreed : disputed).get(letter)?.add(key)
    if (difference !== undefined) list.push(difference)
  }
  // Objects of several sensors have one key: one that differs keeps all of them on the screen.
  for (const [letter, keys] of disputed) for (const key of keys) agreed.get(letter)?.delete(key)
  return { list: list.toSorted((a, b) => a.frame - b.frame), agreed }
}

/** The difference of an object that some labels have; undefined where all have it alike. */
const compareObjects = (
  objects: ReadonlyArray<TrackedMember>,
  letters: ReadonlyArray<string>,
  similarity: number | undefined,
  compared: ComparedAttributes,
): Difference | undefined => {
  const missing = letters.filter((letter) => !objects.some((object) => object.letter === letter))
  const isWhole =
    missing.length === 0 && objects.every(({ categoryId }) => categoryId === objects[0]?.categoryId)
  const isSimilar = similarity === undefined || similarity >= leastSimilarity
  const differing = findDifferingFrame(objects, compared)
  if (isWhole && isSimilar && differing === undefined) return undefined
  const leadsToAttributes = isWhole && isSimilar
  const members = objects.map(({ categoryId, frame, frames, key, letter, sensor }): Member => {
    const isThere = leadsToAttributes && differing !== undefined && frames.has(differing.frame)
    return { letter, key, sensor, frame: isThere ? differing.frame : frame, categoryId }
  })
  return {
    subject: "object",
    sensor: members[0]?.sensor,
    frame:
      leadsToAttributes && differing !== undefined
        ? differing.frame
        : Math.min(...members.map(({ frame }) => frame)),
    members,
    missing,
    attributes: differing?.attributes ?? [],
    similarity: isSimilar ? undefined : similarity,
  }
}

interface DifferingFrame {
  readonly frame: number
  readonly attributes: ReadonlyArray<AttributeDifference>
}

/**
 * The first frame in which attributes of an object differ. Those of one category are compared, of people for whom the object has it in most
 * frames and in this one.
 */
const findDifferingFrame = (
  objects: ReadonlyArray<TrackedMember>,
  { categories }: ComparedAttributes,
): DifferingFrame | undefined => {
  const differingFrames = [...new Set(objects.map(({ categoryId }) => categoryId))].flatMap((category) => {
    const members = objects.filter(({ categoryId }) => categoryId === category)
    const attributes = categories.get(category) ?? []
    if (members.length < 2 || attributes.length === 0) return []
    const frames = [...new Set(members.flatMap((member) => [...member.frames.keys()]))]
    for (const frame of frames.sort((a, b) => a - b)) {
      const differing = compareAttributes(
        members.flatMap(({ frames, letter }) => {
          const annotation = frames.get(frame)
          return annotation?.categoryId === category ? [{ letter, attributes: annotation.attributes }] : []
        }),
        attributes,
        members[0]?.kind ?? null,
      )
      if (differing.length > 0) return [{ frame, attributes: differing }]
    }
    return []
  })
  return differingFrames.toSorted((a, b) => a.frame - b.frame)[0]
}

/** An object with its annotation in each frame. */
interface TrackedMember extends Member {
  readonly kind: LabelPart["kind"]
  readonly frames: Map<number, Annotation>
}

type TakeMember = (id: number, sensor: string | undefined) => Omit<TrackedMember, "categoryId"> | undefined

/** Finds objects in the order of the label: of several with one id, the next one each time. */
const makeFinder = (letter: string, parts: ReadonlyArray<LabelPart>): TakeMember => {
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
        const member = { letter, key, sensor, kind, frame, frames: new Map([[frame, annotation]]) }
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
