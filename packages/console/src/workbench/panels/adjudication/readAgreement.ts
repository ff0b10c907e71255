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
  readonly groups: ReadonlyArray<AgreedGroup>
  readonly pairs: ReadonlyArray<LetterPair>
}

/** Objects that are the same. */
export interface AgreedGroup {
  /** The index of each letter's object, undefined for letters that lack it. */
  readonly members: ReadonlyArray<number | undefined>
  /** The mean similarity of each two letters: 0 for those of which one lacks the object, or has another category. */
  readonly agreement: number | undefined
}

interface LetterPair {
  readonly letters: readonly [string, string]
  /** The places of both letters. */
  readonly places: readonly [number, number]
  readonly quality: number
  /** The objects of both that are the same, by their indices, with their similarity. */
  readonly matches: ReadonlyArray<readonly [a: number, b: number, similarity: number]>
}

export const readAgreement = (record: JsonObject): Agreement => {
  const letters = listTexts(record.people)
  return {
    agreement: readNumber(record.agreement),
    letters,
    objects: listLists(record.objects).map((objects) => toObjects(objects).map(readObject)),
    groups: toObjects(record.groups).map(({ agreement, members }) => ({
      members: isArray(members) ? members.map(readNumber) : [],
      agreement: readNumber(agreement),
    })),
    pairs: toObjects(record.pairs).flatMap(({ matches, people, quality }) => {
      const [a = -1, b = -1] = listLists(people).map(toNumber)
      const [first, second] = [letters[a], letters[b]]
      return first === undefined || second === undefined
        ? []
        : [
            {
              letters: [first, second] as const,
              places: [a, b] as const,
              quality: toNumber(quality),
              matches: listLists(matches).map(readMatch),
            },
          ]
    }),
  }
}

const readObject = ({ category, id, sensor }: JsonObject): NamedObject => ({
  id: toNumber(id),
  sensor: typeof sensor === "string" ? sensor : undefined,
  category: toNumber(category),
})

const readMatch = (match: Json): LetterPair["matches"][number] => {
  const [a, b, similarity] = listLists(match)
  return [toNumber(a), toNumber(b), toNumber(similarity)]
}

const readNumber = (value: Json | undefined): number | undefined => {
  const number = toNumber(value)
  return Number.isNaN(number) ? undefined : number
}

const listTexts = (value: Json | undefined): ReadonlyArray<string> =>
  isArray(value) ? value.map(String) : []

const listLists = (value: Json | undefined): ReadonlyArray<Json> => (isArray(value) ? value : [])
