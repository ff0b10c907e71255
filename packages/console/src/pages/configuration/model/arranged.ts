/** JSON text in lines: one member a line, short lists of plain values in one. Keys and values stay as written. */
import type { Node } from "jsonc-parser"
import { readTree } from "./textTree.ts"

/** A list of plain values that is longer stands in several lines. */
const longestLine = 80

/** The text in lines; a text with errors as it is. `indent`: the spaces before the line that it begins in. */
export const arrangeJson = (text: string, indent = ""): string => {
  const { faults, root } = readTree(text)
  return root === undefined || faults.length > 0 ? text : formatLines(text, root, indent)
}

/** The text of a document to edit: one that was written in a single line gets lines, which end as editors end them. */
export const toReadable = (text: string): string =>
  text.includes("\n") ? text.replaceAll(/\r\n?/g, "\n") : arrangeJson(text)

const formatLines = (text: string, node: Node, indent: string): string => {
  const children = node.children ?? []
  if (node.type !== "object" && node.type !== "array")
    return text.slice(node.offset, node.offset + node.length)
  const [open, close] = node.type === "object" ? ["{", "}"] : ["[", "]"]
  if (children.length === 0) return open + close
  const inner = `${indent}  `
  const parts = children.map((child) => {
    const [key, value] = child.children ?? []
    if (node.type === "array" || key === undefined || value === undefined)
      return formatLines(text, child, inner)
    return `${text.slice(key.offset, key.offset + key.length)}: ${formatLines(text, value, inner)}`
  })
  const line = `[${parts.join(", ")}]`
  if (node.type === "array" && children.every(isPlain) && line.length + indent.length <= longestLine)
    return line
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`
}

const isPlain = ({ type }: Node): boolean => type !== "object" && type !== "array"
