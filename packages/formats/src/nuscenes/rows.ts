/** The rows of a table with their places in the file, so that an index can find them again. */
import { checkJson, parseJson } from "../files/json.ts"
import { splitJson, wholeList } from "../files/jsonArrays.ts"
import type { Limits } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"

/** Calls `take` with each item of the list, its number, and where its bytes are in the file; one that is neither an object nor a list has none. */
export const forEachRow = (
  source: Source,
  path: string,
  take: (element: Node, index: number, start: number, length: number) => void,
): Promise<void> =>
  splitJson(source, path, wholeList, ({ index: number, length, start, text }) => {
    const index = number ?? 0
    const value = parseJson(text, path)
    const isRow = text.startsWith("{") || text.startsWith("[")
    take(new Node(isRow ? value : null, path, `/${index}`), index, start, isRow ? length : 0)
  })

/** One row again, by its bytes. */
export const parseRow = (bytes: Uint8Array, path: string, index: number, limits: Limits): Node => {
  const text = new TextDecoder().decode(bytes)
  checkJson(text, limits, path)
  return new Node(parseJson(text, path), path, `/${index}`)
}
