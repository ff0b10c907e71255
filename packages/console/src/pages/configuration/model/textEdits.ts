/**
 * Edits of a JSON text by path: they replace, insert and remove single values, and leave every other byte as it is.
 * A text with errors is not edited.
 */
import type { Node } from "jsonc-parser"
import { arrangeJson } from "./arranged.ts"
import { findNode, type Path, readTree } from "./textTree.ts"

/** Replaces the value at a path with JSON text, or removes it. Missing objects on the way are made. */
export const withValue = (text: string, path: Path, value: string | undefined): string => {
  const root = parseRoot(text)
  const last = path.at(-1)
  if (root === undefined || last === undefined) return text
  const node = findNode(root, path)
  if (node !== undefined && value !== undefined)
    return replaceRange(text, node.offset, end(node), arrangeJson(value, findIndent(text, node.offset)))
  if (node !== undefined) return removePart(text, node.parent?.type === "property" ? node.parent : node)
  if (value === undefined) return text
  const parent = findNode(root, path.slice(0, -1))
  if (parent?.type === "object" && typeof last === "string") return withPart(text, parent, value, last)
  if (parent?.type === "array") return withPart(text, parent, value)
  // Null counts as absent, so an object or a list may take its place.
  if (parent !== undefined && parent.type !== "null") return text
  const wrapped = typeof last === "string" ? `{${JSON.stringify(last)}:${value}}` : `[${value}]`
  return withValue(text, path.slice(0, -1), wrapped)
}

/** Appends an item to a list, which is made when there is none. */
export const withItem = (text: string, path: Path, item: string): string => {
  const list = findNode(parseRoot(text), path)
  return list?.type === "array" ? withPart(text, list, item) : withValue(text, path, `[${item}]`)
}

/** Exchanges two items of a list. */
export const withItemsSwapped = (text: string, path: Path, first: number, second: number): string => {
  const items = findNode(parseRoot(text), path)?.children ?? []
  const [before, after] = [items[Math.min(first, second)], items[Math.max(first, second)]]
  if (before === undefined || after === undefined || before === after) return text
  return (
    text.slice(0, before.offset) +
    text.slice(after.offset, end(after)) +
    text.slice(end(before), after.offset) +
    text.slice(before.offset, end(before)) +
    text.slice(end(after))
  )
}

const parseRoot = (text: string): Node | undefined => {
  const { faults, root } = readTree(text)
  return faults.length === 0 ? root : undefined
}

const end = ({ length, offset }: Node): number => offset + length

const replaceRange = (text: string, from: number, to: number, part: string): string =>
  text.slice(0, from) + part + text.slice(to)

/** The spaces at the beginning of the line. */
const findIndent = (text: string, offset: number): string => {
  const start = text.lastIndexOf("\n", offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? ""
}

/** Adds a member or an item behind the last one, in lines when the others stand in lines. */
const withPart = (text: string, parent: Node, value: string, key?: string): string => {
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `
  const children = parent.children ?? []
  const [first, last] = [children[0], children.at(-1)]
  if (first === undefined || last === undefined) {
    const indent = findIndent(text, parent.offset)
    const [open, close] = parent.type === "object" ? "{}" : "[]"
    const part = `${open}\n${indent}  ${name}${arrangeJson(value, `${indent}  `)}\n${indent}${close}`
    return replaceRange(text, parent.offset, end(parent), part)
  }
  const inLines = text.slice(parent.offset, first.offset).includes("\n")
  const indent = findIndent(text, first.offset)
  const part = inLines ? `,\n${indent}${name}${arrangeJson(value, indent)}` : `, ${name}${value}`
  return replaceRange(text, end(last), end(last), part)
}

/** Removes a member or an item with the comma that it leaves behind. */
const removePart = (text: string, part: Node): string => {
  const siblings = part.parent?.children ?? []
  const index = siblings.indexOf(part)
  const [before, after] = [siblings[index - 1], siblings[index + 1]]
  if (before !== undefined) return replaceRange(text, end(before), end(part), "")
  if (after !== undefined) return replaceRange(text, part.offset, after.offset, "")
  const { parent } = part
  return parent === undefined ? text : replaceRange(text, parent.offset + 1, end(parent) - 1, "")
}
