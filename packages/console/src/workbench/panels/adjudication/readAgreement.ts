/** Reads the comparison of labels as the server stores it. */
import { isArray, type Json, type JsonObject, toNumber, toObjects } from "../../editor/json/value.ts"

/** An object of a label, as `compareLabels` of `@annotary/core/agreement` names it. */
interface NamedObject {
  /** The id of its annotation, of a track in its first frame. */
  readonly id: number
  readonly sensor: string | undefined
  readonly category: number
}

export interface Agreement {
  /** From 0 to 1. */
  readonly agreement: number | undefined
  /** The letters of the labels that were compared. */
  readonly letters: ReadonlyArray<string>
  /** The objects of each letter. */
  readonly objects: ReadonlyArray<ReadonlyArray<NamedObject>>
  /** Objects that are the same: the index of each letter's object, undefined for letters that lack it. */
  readonly groups: ReadonlyArray<ReadonlyArray<number | undefined>>
  readonly pairs: ReadonlyArray<{ readonly letters: readonly [string, string]; readonly quality: number }>
}

export const readAgreement = (record: JsonObject): Agreement => {
  const letters = listTexts(record.people)
  return {
    agreement: readNumber(record.agreement),
    letters,
    objects: listLists(record.objects).map((objects) => toObjects(objects).map(readObject)),
    groups: toObjects(record.groups).map(({ members }) => (isArray(members) ? members.map(readNumber) : [])),
    pairs: toObjects(record.pairs).flatMap(({ people, quality }) => {
      const [first, second] = (isArray(people) ? people : []).map((place) => letters[toNumber(place)])
      return first === undefined || second === undefined
        ? []
        : [{ letters: [first, second] as const, quality: toNumber(quality) }]
    }),
  }
}

const readObject = ({ category, id, sensor }: JsonObject): NamedObject => ({
  id: toNumber(id),
  sensor: typeof sensor === "string" ? sensor : undefined,
  category: toNumber(category),
})

const readNumber = (value: Json | undefined): number | undefined => {
  const number = toNumber(value)
  return Number.isNaN(number) ? undefined : number
}

const listTexts = (value: Json | undefined): ReadonlyArray<string> =>
  isArray(value) ? value.map(String) : []

const listLists = (value: Json | undefined): ReadonlyArray<Json> => (isArray(value) ? value : [])
