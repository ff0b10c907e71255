/** The objects that a document declares, with the numbers of their tracks. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Attributes } from "../model/Scene.ts"
import { readAttributes } from "./attributes.ts"
import { trackName } from "./objects.ts"

export interface DeclaredObject {
  readonly category: string
  readonly track: number
  readonly data: Node
  readonly attributes: Attributes
  readonly contains: (frame: number) => boolean
}

/** By their keys. A key that is not a whole number gets one that no other key has. */
export const readObjects = (root: Node, own: Node, losses: Losses): ReadonlyMap<string, DeclaredObject> => {
  const all = root.at("objects")
  const keys = all.or([], (found) => found.keys())
  const numbers = keys.filter(isNumber).map(Number)
  let next = numbers.reduce((most, one) => Math.max(most, one), 0)
  const parts = new PartReader(losses, "records")
  const readDeclared = (key: string): readonly [string, DeclaredObject] => {
    const object = all.at(key)
    const data = object.at("object_data")
    const attributes: Attributes = data.or({}, () => readAttributes(data, losses))
    const { [trackName]: track, ...rest } = attributes
    const isOwn = own.isPresent && typeof track === "number"
    if (!isOwn && !isNumber(key)) next += 1
    const declared: DeclaredObject = {
      category: object.at("type").text(),
      track: isOwn ? track : isNumber(key) ? Number(key) : next,
      data,
      attributes: isOwn ? rest : attributes,
      contains: readIntervals(object),
    }
    return [key, declared]
  }
  return new Map(
    keys.flatMap((key) => {
      const declared = parts.read(() => readDeclared(key))
      return declared === undefined ? [] : [declared]
    }),
  )
}

/** Digits that come back from the number: `007` and digits beyond 2⁵³ would be the number of another key. */
const isNumber = (key: string): boolean => /^(0|-?[1-9]\d*)$/.test(key) && Number.isSafeInteger(Number(key))

/** Whether a frame is in the intervals of an object; without intervals every frame is. */
const readIntervals = (object: Node): DeclaredObject["contains"] => {
  const intervals = object
    .at("frame_intervals")
    .or([], (list) =>
      list.items().map((one) => [one.at("frame_start").whole(), one.at("frame_end").whole()] as const),
    )
  return (frame) => intervals.length === 0 || intervals.some(([start, end]) => start <= frame && frame <= end)
}
