/** Finds where the values of a JSON text stand in it. Also of a text with errors, as far as it can be read. */
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

export type Path = ReadonlyArray<string | number>

/** An error in the syntax of a text. */
export interface Fault {
  readonly offset: number
  readonly length: number
  /** The key of its words. */
  readonly code: string
}

export interface TextTree {
  readonly root: Node | undefined
  readonly faults: ReadonlyArray<Fault>
}

/** Reads the places of a text. Comments and commas at the end of lists are faults, as they are in JSON. */
export const readTree = (text: string): TextTree => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  return {
    root,
    faults: errors.map(({ error, length, offset }) => ({ offset, length, code: printParseErrorCode(error) })),
  }
}

/** The member or item of a value. Of a key that stands twice, the last: it is the one that parsers take. */
const findChild = (node: Node, step: string | number): Node | undefined => {
  if (node.type === "array") return node.children?.[Number(step)]
  return node.children?.findLast(({ children }) => children?.[0]?.value === String(step))?.children?.[1]
}

/** The value at a path; undefined without one. */
export const findNode = (root: Node | undefined, path: Path): Node | undefined => {
  let node = root
  for (const step of path) {
    if (node === undefined) return undefined
    node = findChild(node, step)
  }
  return node
}

/** The path of a JSON pointer, in which `~1` and `~0` are `/` and `~`. */
export const parsePointer = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))

/** The JSON pointer of a path. */
export const formatPointer = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** The range of what a pointer leads to; of the nearest value around it when nothing is there. */
export const findRange = ({ root }: TextTree, pointer: string): readonly [from: number, to: number] => {
  let node = root
  let missing = false
  for (const step of parsePointer(pointer)) {
    const child = node === undefined ? undefined : findChild(node, step)
    if (child === undefined) {
      missing = true
      break
    }
    node = child
  }
  if (node === undefined) return [0, 0]
  // Around a missing key only the bracket is marked, not everything in it.
  return [node.offset, node.offset + (missing ? 1 : node.length)]
}

/** The line of an offset, counted from 1. */
export const countLine = (text: string, offset: number): number => text.slice(0, offset).split("\n").length
