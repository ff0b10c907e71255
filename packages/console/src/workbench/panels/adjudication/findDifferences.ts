/** Finds the objects about which the labels of several people differ. Pure. */
import { type JsonObject, toNumber } from "../../editor/json/value.ts"
import { countFrames, listAnnotations } from "../../editor/label/frames.ts"
import type { OverlapLabel } from "../../session/work.ts"
import { type AttributeDifference, compareAttributes } from "./compareAttributes.ts"
import type { Difference, Differences, Member } from "./Difference.ts"
import { findImageDifferences } from "./findImageDifferences.ts"
import { type LabelPart, listParts } from "./listParts.ts"
import { makeSimilarityFinder } from "./makeSimilarityFinder.ts"
import type { Agreement } from "./readAgreement.ts"

/** Shapes of one object that resemble each other less, from 0 to 1, are a difference. */
export const leastSimilarity = 0.9

/** Labels that were skipped are not compared. Undefined where an object of the comparison is not in its label. */
export const findDifferences = (
  labels: ReadonlyArray<OverlapLabel>,
  agreement: Agreement,
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
  const list: Array<Difference> = findImageDifferences(parts)
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
    const difference = compareObjects(objectsOfGroup, letters, findSimilarity(group))
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
): Difference | undefined => {
  const missing = letters.filter((letter) => !objects.some((object) => object.letter === letter))
  const isWhole =
    missing.length === 0 && objects.every(({ categoryId }) => categoryId === objects[0]?.categoryId)
  const isSimilar = similarity === undefined || similarity >= leastSimilarity
  const differing = findDifferingFrame(objects)
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

/** The first frame in which attributes of an object differ. */
const findDifferingFrame = (
  objects: ReadonlyArray<TrackedMember>,
): { readonly frame: number; readonly attributes: ReadonlyArray<AttributeDifference> } | undefined => {
  const frames = new Set(objects.flatMap((object) => [...object.frames.keys()]))
  for (const frame of [...frames].sort((a, b) => a - b)) {
    const attributes = compareAttributes(
      objects.flatMap(({ frames, letter }) => {
        const attributes = frames.get(frame)
        return attributes === undefined ? [] : [{ letter, attributes }]
      }),
    )
    if (attributes.length > 0) return { frame, attributes }
  }
  return undefined
}

/** An object with its attributes in each frame. */
interface TrackedMember extends Member {
  readonly frames: Map<number, JsonObject>
}

type TakeMember = (id: number, sensor: string | undefined) => Omit<TrackedMember, "categoryId"> | undefined

/** Finds objects in the order of the label: of several with one id, the next one each time. */
const makeFinder = (letter: string, parts: ReadonlyArray<LabelPart>): TakeMember => {
  const byId = new Map<string, Array<Omit<TrackedMember, "categoryId">>>()
  for (const { label: part, sensor } of parts) {
    const byKey = new Map<string, Omit<TrackedMember, "categoryId">>()
    for (let frame = 0; frame < countFrames(part); frame++)
      for (const { attributes, id, key } of listAnnotations(part, frame)) {
        const before = byKey.get(key)
        before?.frames.set(frame, attributes)
        if (before !== undefined) continue
        const member = { letter, key, sensor, frame, frames: new Map([[frame, attributes]]) }
        byKey.set(key, member)
        const name = formatName(toNumber(id), sensor)
        const members = byId.get(name)
        if (members === undefined) byId.set(name, [member])
        else members.push(member)
      }
  }
  return (id, sensor) => byId.get(formatName(id, sensor))?.shift()
}

const formatName = (id: number, sensor: string | undefined): string => `${id} ${sensor ?? ""}`
