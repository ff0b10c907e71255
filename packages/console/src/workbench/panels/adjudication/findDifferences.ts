/** Finds the objects about which the labels of several people differ. Pure. */
import { isObject, type JsonObject, toNumber, toObjects } from "../../editor/json/value.ts"
import { countFrames, listAnnotations } from "../../editor/label/frames.ts"
import type { OverlapLabel } from "../../session/work.ts"
import type { Agreement } from "./readAgreement.ts"

/** An object of one of the labels, in the first frame that has it. */
export interface Member {
  readonly letter: string
  readonly key: string
  readonly sensor: string | undefined
  readonly frame: number
  readonly categoryId: number
}

/** An object that some of the labels lack, or that has different categories in them. */
export interface Difference {
  readonly members: ReadonlyArray<Member>
  /** The letters of the labels that lack the object. */
  readonly missing: ReadonlyArray<string>
}

export interface Differences {
  /** In the order of their frames. */
  readonly list: ReadonlyArray<Difference>
  /** The keys of the objects that all labels have with one category, by letter. */
  readonly agreed: ReadonlyMap<string, ReadonlySet<string>>
}

/** Labels that were skipped are not compared. Undefined where an object of the comparison is not in its label. */
export const findDifferences = (
  labels: ReadonlyArray<OverlapLabel>,
  { groups, letters, objects }: Agreement,
): Differences | undefined => {
  const members = letters.map((letter, place) => {
    const take = makeFinder(letter, labels.find((one) => one.letter === letter)?.label.attributes ?? {})
    return (objects[place] ?? []).map(({ category, id, sensor }) => {
      const place = take(id, sensor)
      return place && { ...place, categoryId: category }
    })
  })
  const list: Array<Difference> = []
  const agreed = new Map(letters.map((letter) => [letter, new Set<string>()]))
  const disputed = new Map(letters.map((letter) => [letter, new Set<string>()]))
  for (const group of groups) {
    const objectsOfGroup: Array<Member> = []
    for (const [place, index] of group.entries()) {
      if (index === undefined) continue
      const member = members[place]?.[index]
      if (member === undefined) return undefined
      objectsOfGroup.push(member)
    }
    const isAgreed =
      objectsOfGroup.length === letters.length &&
      objectsOfGroup.every(({ categoryId }) => categoryId === objectsOfGroup[0]?.categoryId)
    for (const { key, letter } of objectsOfGroup) (isAgreed ? agreed : disputed).get(letter)?.add(key)
    if (!isAgreed)
      list.push({
        members: objectsOfGroup,
        missing: letters.filter((letter) => !objectsOfGroup.some((one) => one.letter === letter)),
      })
  }
  // Objects of several sensors have one key: one that differs keeps all of them on the screen.
  for (const [letter, keys] of disputed) for (const key of keys) agreed.get(letter)?.delete(key)
  return { list: list.toSorted((a, b) => findFirstFrame(a) - findFirstFrame(b)), agreed }
}

const findFirstFrame = ({ members }: Difference): number => Math.min(...members.map(({ frame }) => frame))

type TakeMember = (id: number, sensor: string | undefined) => Omit<Member, "categoryId"> | undefined

/** Finds objects in the order of the label: of several with one id, the next one each time. */
const makeFinder = (letter: string, label: JsonObject): TakeMember => {
  const byId = new Map<string, Array<Omit<Member, "categoryId">>>()
  for (const { label: part, sensor } of listParts(label)) {
    const seen = new Set<string>()
    for (let frame = 0; frame < countFrames(part); frame++)
      for (const { id, key } of listAnnotations(part, frame)) {
        if (seen.has(key)) continue
        seen.add(key)
        const name = formatName(toNumber(id), sensor)
        byId.set(name, [...(byId.get(name) ?? []), { letter, key, sensor, frame }])
      }
  }
  return (id, sensor) => byId.get(formatName(id, sensor))?.shift()
}

const formatName = (id: number, sensor: string | undefined): string => `${id} ${sensor ?? ""}`

/** The label of each sensor, or the one label. */
const listParts = (
  label: JsonObject,
): ReadonlyArray<{ readonly label: JsonObject; readonly sensor: string | undefined }> =>
  label.sensors === undefined
    ? [{ label, sensor: undefined }]
    : toObjects(label.sensors).flatMap(({ attributes, name }) =>
        isObject(attributes) && typeof name === "string" ? [{ label: attributes, sensor: name }] : [],
      )
