/** Boxes of tables with a row for each, collected by their images. Most of them are in a temporary file. */
import { checkLimit, type Limits } from "../files/limits.ts"
import { RecordSorter } from "../files/RecordSorter.ts"
import { Spill } from "../files/Spill.ts"
import type { Attributes, Size } from "../model/Scene.ts"
import type { SpelledSet } from "../model/sets.ts"

/** An image of a table. */
export interface RowImage {
  /** As the table names it. */
  readonly name: string
  readonly path: string
  /** Tables of different folders name different images alike. */
  readonly folder: string
  /** For messages: the first row of the image. */
  readonly place: string
  readonly set: SpelledSet | null
  /** As the table states it. */
  readonly size: Size | null
}

export type Sides = readonly [left: number, top: number, right: number, bottom: number]

export interface RowBox {
  /** The path of its table. */
  readonly table: string
  /** Null where the row has none. */
  readonly category: string | null
  readonly sides: Sides
  readonly attributes: Attributes
  readonly place: string
}

export class BoxRows {
  readonly #spill = new Spill()
  readonly #sorter = new RecordSorter(this.#spill)
  readonly #images: Array<RowImage> = []
  readonly #indexes = new Map<string, number>()
  readonly #limits: Limits
  #serial = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** An image may come before any box, and without one. */
  addImage(image: RowImage): number {
    const key = `${image.folder}\0${image.set?.split ?? ""}\0${image.name}`
    const index = this.#indexes.get(key)
    if (index !== undefined) return index
    const { length } = this.#images
    checkLimit(this.#limits, "rows", length + 1, image.path, "the number of images of its tables")
    this.#images.push(image)
    this.#indexes.set(key, length)
    return length
  }

  addBox(image: RowImage, box: RowBox): void {
    this.#sorter.add(this.addImage(image), this.#serial, new TextEncoder().encode(JSON.stringify(box)))
    this.#serial += 1
  }

  get images(): ReadonlyArray<RowImage> {
    return this.#images
  }

  /** The images in the order of their first rows. They can be listed once at a time. */
  *list(): Generator<{ readonly image: RowImage; readonly boxes: ReadonlyArray<RowBox> }> {
    this.#sorter.settle()
    const records = this.#sorter.records()
    let record = records.next()
    for (const [index, image] of this.#images.entries()) {
      const boxes: Array<RowBox> = []
      for (; record.done !== true && record.value.key === index; record = records.next()) {
        // As `addBox` wrote it.
        boxes.push(JSON.parse(record.value.bytes.toString("utf8")) as RowBox)
        checkLimit(this.#limits, "objects", boxes.length, image.path, `the number of boxes of ${image.name}`)
      }
      yield { image, boxes }
    }
  }

  close(): void {
    this.#spill.close()
  }
}
