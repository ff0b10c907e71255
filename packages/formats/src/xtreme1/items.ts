/** Finds the items of an export: `data/NAME.json` and `result/NAME.json`, in the folder of a scene or not. */
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { getBaseName, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"

export interface Item {
  /** The folder around `data` and `result`, with a slash; empty at the root. */
  readonly root: string
  readonly name: string
  readonly data: string | undefined
  /** One file, or, in exports of some versions, one in the folder of each source. */
  readonly results: ReadonlyArray<string>
}

const itemPath = /^((?:.*?\/)?)(data|result)\/(.+)\.json$/

/** In the order of their paths. */
export const listItems = ({ paths }: Source): ReadonlyArray<Item> => {
  const items = new Map<string, { root: string; name: string; data?: string; results: Array<string> }>()
  const findItem = (root: string, name: string) => {
    const key = `${root}\0${name}`
    const item = items.get(key) ?? { root, name, results: [] }
    items.set(key, item)
    return item
  }
  for (const path of paths) {
    const [, root = "", folder, inside = ""] = itemPath.exec(path) ?? []
    if (folder === "data") findItem(root, inside).data = path
    if (folder === "result") findItem(root, stripEnding(getBaseName(path))).results.push(path)
  }
  return [...items.values()].map((item) => ({ ...item, data: item.data }))
}

/** Bytes that show the marks of a file. */
const looked = 16_384

/** Whether a file of data or results begins as Xtreme1 writes it. */
export const isMarked = async (source: Source, path: string): Promise<boolean> => {
  const head = new TextDecoder().decode(await source.peek(path, 0, looked))
  return (
    /"dataId"\s*:/.test(head) &&
    /"(type|objects|classificationValues|sourceName|sourceId)"\s*:/.test(head) &&
    /^\s*[[{]/.test(head)
  )
}

export const openDocument = async (source: Source, path: string): Promise<Node> =>
  new Node(await readJsonFile(source, path), path)

/** The results of a file: a list with one for each source, or a single one. */
export const listResults = (document: Node): ReadonlyArray<Node> =>
  Array.isArray(document.value) ? document.items() : [document]
