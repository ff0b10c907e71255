/** Lists of numbers in files of many tools, some of which write numbers as texts. */
import type { Node } from "../files/Node.ts"

/** Undefined unless all are finite numbers, and as many as they must be. */
export const readNumbers = (node: Node, length?: number): ReadonlyArray<number> | undefined => {
  const { value } = node
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) return undefined
  const items: ReadonlyArray<unknown> = value
  if (items.every((item) => typeof item === "number" && Number.isFinite(item)))
    // Every item is a number.
    return items as ReadonlyArray<number>
  const numbers = items.map(toNumber)
  return numbers.includes(undefined) ? undefined : numbers.map((number) => number ?? 0)
}

/** A name, which may be a number. Undefined for an absent one, and for anything else. */
export const readWord = (node: Node): string | undefined => {
  const { value } = node
  return typeof value === "string" || typeof value === "bigint" || Number.isFinite(value)
    ? node.toWord()
    : undefined
}

const toNumber = (value: unknown): number | undefined => {
  const isText = typeof value === "string" && value.trim() !== ""
  const number = isText || typeof value === "bigint" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}
