/** Ids of a file are whole numbers or texts: a text of digits is that number, as tools write both for the same record. */
import type { Node } from "../files/Node.ts"

/** Ids that are other texts are numbered from here on, beyond the numbers of records. */
const firstText = 2 ** 52

export class Ids {
  readonly #texts = new Map<string, number>()

  /** Undefined for anything that is not an id. */
  find(value: unknown): number | undefined {
    if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined
    if (typeof value !== "string" || value === "") return undefined
    if (/^-?(0|[1-9]\d{0,14})$/.test(value)) return Number(value)
    const id = this.#texts.get(value) ?? firstText + this.#texts.size
    this.#texts.set(value, id)
    return id
  }

  read(node: Node): number {
    return this.find(node.value) ?? node.fail("must be a whole number or a text.")
  }
}
