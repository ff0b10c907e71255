/** Reads a JSON file that is one long list, with one element in memory at a time. */
import { parseJson } from "./json.ts"
import { splitJsonList } from "./jsonArrays.ts"
import { Node } from "./Node.ts"
import type { Source } from "./Source.ts"

/** The elements in their order. Fails when the file is no list, or ends early. */
export async function* jsonList(source: Source, path: string): AsyncGenerator<Node> {
  for await (const { index, text } of splitJsonList(source, path))
    yield new Node(parseJson(text, `${path} /${index}`), path, `/${index}`)
}
