/** The records of categories, which COCO and its panoptic variant share. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import type { Category } from "../model/Dataset.ts"

/** `keypoints` is the number of points of the category's shapes; 0 without any. */
export const categoryRecord = ({ color, hasInstances, id, name }: Category, keypoints: number): string =>
  JSON.stringify({
    id,
    name,
    supercategory: "",
    isthing: hasInstances ? 1 : 0,
    ...(color !== null && { color: color.slice(0, 3) }),
    ...(keypoints > 0 && {
      keypoints: Array.from({ length: keypoints }, (_, index) => String(index + 1)),
      skeleton: [],
    }),
  })

/** Categories of several files, which must agree. */
export class Categories {
  readonly #found = new Map<number, Category>()
  readonly #losses: Losses

  constructor(losses: Losses) {
    this.#losses = losses
  }

  add(record: Node): void {
    const id = record.at("id").whole()
    const name = record.at("name").text()
    const known = this.#found.get(id)
    if (known !== undefined && known.name !== name)
      record.fail(`has the id ${id}, which ${JSON.stringify(known.name)} has as well.`)
    if (known !== undefined) return
    this.#countUnknown(record, name)
    this.#found.set(id, {
      id,
      name,
      color: record.at("color").or(null, (color) => color.numbers()),
      hasInstances: record
        .at("isthing")
        .or(true, (isThing) => isThing.value !== 0 && isThing.value !== false),
      attributes: [],
    })
  }

  #countUnknown(record: Node, name: string): void {
    const isOwn = (keypoint: Node, index: number) => keypoint.value === String(index + 1)
    const isKept =
      record.at("supercategory").or(true, ({ value }) => value === "" || value === name) &&
      record.at("skeleton").or(true, (found) => found.items().length === 0) &&
      record.at("keypoints").or(true, (found) => found.items().every(isOwn))
    if (!isKept) this.#losses.add("unknown", `${record.place} (${name})`)
  }

  has(id: number): boolean {
    return this.#found.has(id)
  }

  list(path: string): ReadonlyArray<Category> {
    if (this.#found.size === 0) throw new FormatError(path, "has no categories.")
    return [...this.#found.values()]
  }
}
