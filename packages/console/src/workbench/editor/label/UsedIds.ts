/** Ids that are not given again. Figures of work compare versions of a label by ids: a new object must not pass for a removed one. */
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  NumberText,
  toNumber,
  toObjects,
} from "../json/value.ts"

/** The ids that objects, tracks and ends of links of a label have, or had before in the session. */
export class UsedIds {
  /** The highest whole number among the ids. */
  highest = 0n
  /** The ids that pixels and points can have. */
  private readonly numbers = new Set<number>()
  private readonly lists = new WeakSet<object>()

  constructor(label: JsonObject) {
    this.add(label)
  }

  /** Adds the ids of a version of the label. Lists that an edit left alone are not read again. */
  add(label: JsonObject): void {
    this.addList(label.annotations, ({ id, track_id }) => [id, track_id])
    this.addList(label.links, ({ from_id, to_id }) => [from_id, to_id])
    for (const frame of toObjects(label.frames))
      this.addList(frame.annotations, ({ id, track_id }) => [id, track_id])
    for (const { attributes } of toObjects(label.sensors)) if (isObject(attributes)) this.add(attributes)
  }

  listNumbers(): Iterable<number> {
    return this.numbers
  }

  private addList(
    list: Json | undefined,
    readIds: (source: JsonObject) => ReadonlyArray<Json | undefined>,
  ): void {
    if (!isArray(list) || this.lists.has(list)) return
    this.lists.add(list)
    for (const source of toObjects(list))
      for (const id of readIds(source)) {
        this.highest = pickHigher(this.highest, id)
        const value = toNumber(id)
        if (Number.isSafeInteger(value)) this.numbers.add(value)
      }
  }
}

/** The higher of a whole number and an id, with all digits. */
export const pickHigher = (highest: bigint, id: Json | undefined): bigint => {
  const value = toNumber(id)
  if (!Number.isInteger(value)) return highest
  const whole = id instanceof NumberText && /^\d+$/.test(id.text) ? BigInt(id.text) : BigInt(value)
  return whole > highest ? whole : highest
}
