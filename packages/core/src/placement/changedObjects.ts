/**
 * Finds the objects in which two versions of a label may differ by comparing texts. Most of a long label stays the same in a piece of work, and
 * to read all of it takes longer than anything else of a PUT. Pure.
 */
import { type Part, readAnnotationsWithin, type Span } from "../config/migration/LabelWalk.ts"
import { type CommonText, measureCommonText } from "../domain/commonText.ts"
import { isArrayAt } from "../domain/jsonSpans.ts"
import { type LabelVersion, type PlacedScene, readAnnotationKey } from "./LabelVersion.ts"

/** The annotations of a version that may belong to a changed object, scene by scene, among others. */
export interface ChangedObjects {
  readonly keys: ReadonlySet<string>
  readonly before: PartsOfScenes
  readonly after: PartsOfScenes
}

export type PartsOfScenes = (scene: PlacedScene) => ReadonlyArray<Part>

/** Above this number of objects all annotations are read: to search the texts for each object would take longer. */
const maxSearched = 8

/** Characters behind a number. Some clients write `1.0`. */
const numberEnds = ",}.eE"

/** Whether a text has the member with its number, and not with one of more digits. */
const hasNumberMember = (text: string, member: string): boolean => {
  for (let at = text.indexOf(member); at >= 0; at = text.indexOf(member, at + 1))
    if (numberEnds.includes(text.charAt(at + member.length))) return true
  return false
}

/** Undefined where all of both texts must be read: escapes and spaces can hide an id, and points belong to objects of any place. */
export function* findChangedObjects(
  old: LabelVersion,
  now: LabelVersion,
): Generator<void, ChangedObjects | undefined> {
  const pairs = pairScenes(old, now)
  if (pairs === undefined || mayHideIds(old.text) || mayHideIds(now.text)) return undefined
  const members = new Map<string, string>()
  const [before, after] = [new Map<string, Difference>(), new Map<string, Difference>()]
  for (const [place, pair] of pairs) {
    const common = compareScenes(old.text, now.text, pair)
    if (common === "equal") continue
    if (common === "points") return undefined
    for (const [{ text }, scene, differences] of [
      [old, pair.old, before],
      [now, pair.now, after],
    ] as const) {
      if (scene === undefined) continue
      const difference = readDifference(text, scene, common)
      differences.set(place, difference)
      for (const part of difference.parts) {
        const object = readAnnotationKey(text, scene, part)
        if (object !== undefined) members.set(object.key, object.member)
      }
    }
    yield
  }
  const searched = [...members.values()]
  const mayHave = (text: string): boolean =>
    members.size > maxSearched || searched.some((member) => hasNumberMember(text, member))
  const readParts =
    (text: string, differences: ReadonlyMap<string, Difference>): PartsOfScenes =>
    ({ place, scene }) => {
      const { parts, rest } = differences.get(place) ?? { parts: [], rest: [scene.span] }
      return rest.some((span) => mayHave(text.slice(...span))) ? scene.annotations : parts
    }
  return {
    keys: new Set(members.keys()),
    before: readParts(old.text, before),
    after: readParts(now.text, after),
  }
}

interface ScenePair {
  readonly old?: PlacedScene
  readonly now?: PlacedScene
}

/** The scenes of both versions by their places. Undefined for a label with two scenes in one place. */
const pairScenes = (old: LabelVersion, now: LabelVersion): ReadonlyMap<string, ScenePair> | undefined => {
  const pairs = new Map<string, ScenePair>(old.scenes.map((scene) => [scene.place, { old: scene }]))
  const later = new Set<string>()
  if (pairs.size < old.scenes.length) return undefined
  for (const scene of now.scenes) {
    if (later.has(scene.place)) return undefined
    later.add(scene.place)
    pairs.set(scene.place, { ...pairs.get(scene.place), now: scene })
  }
  return pairs
}

/** Whether a text may spell an id otherwise than `"id":1`: with an escape in its name, or with a space on a side of the number. */
const mayHideIds = (text: string): boolean =>
  text.includes("\\u00") || breaks.some((space) => text.includes(space)) || hasSpaceBesideNumber(text)

/** Inside of a string, JSON has them as escapes alone: such a character is a space between its parts. */
const breaks = ["\t", "\n", "\r"]

/** A single character is found many times as fast as two of which the first is a quote or a colon, for those are everywhere. */
const hasSpaceBesideNumber = (text: string): boolean => {
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
    const [before, after] = [text[at - 1], text[at + 1]]
    if (before === '"' || before === ":" || after === "," || after === "}") return true
  }
  return false
}

const compareScenes = (oldText: string, text: string, { now, old }: ScenePair) => {
  if (old === undefined || now === undefined) return nothingInCommon
  if (oldText.slice(...old.scene.span) === text.slice(...now.scene.span)) return "equal"
  const readPoints = (from: string, span: Span | undefined) => (span === undefined ? "" : from.slice(...span))
  if (readPoints(oldText, old.scene.points) !== readPoints(text, now.scene.points)) return "points"
  const [oldList, list] = [old.scene.list, now.scene.list]
  return oldList === undefined || list === undefined
    ? nothingInCommon
    : measureCommonText(oldText, oldList, text, list)
}

const nothingInCommon: CommonText = { start: 0, end: 0, isWhole: false }

/** The annotations that are not in both versions of a scene, and where the others are. */
interface Difference {
  readonly parts: ReadonlyArray<Part>
  readonly rest: ReadonlyArray<Span>
}

/**
 * An annotation is in both versions when the texts have it and the characters on both of its sides in common. The place where text was
 * inserted or removed lies in an annotation of the other version, too: `"id":12` that becomes `"id":1` is another one.
 */
const readDifference = (text: string, { scene: { list } }: PlacedScene, common: CommonText): Difference => {
  if (list === undefined || !isArrayAt(text, list[0])) return { parts: [], rest: [] }
  const [start, end] = list
  if (common.isWhole) return { parts: [], rest: [list] }
  const parts = readAnnotationsWithin(text, list, [start + common.start - 1, end - common.end + 1])
  const from = parts[0]?.span[0] ?? start + common.start
  const to = parts.at(-1)?.span[1] ?? end - common.end
  return {
    parts,
    rest: [
      [start, from],
      [to, end],
    ],
  }
}
