/** Import circles inside a package: files that reach themselves through relative imports, those of types alone included. */
import { posix } from "node:path"
import { importsOf, type SourceFile } from "./check.ts"

/** Each circle as its files in order of their paths. */
export const circlesIn = (files: ReadonlyArray<SourceFile>): ReadonlyArray<ReadonlyArray<string>> => {
  const paths = new Set(files.map(({ path }) => path))
  const graph = new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text).flatMap((specifier) => targetOf(path, specifier, paths)),
    ]),
  )
  return componentsOf(graph).filter(
    ([first = "", ...others]) => others.length > 0 || graph.get(first)?.includes(first) === true,
  )
}

const targetOf = (path: string, specifier: string, paths: ReadonlySet<string>): ReadonlyArray<string> => {
  if (!specifier.startsWith(".")) return []
  const target = posix.join(posix.dirname(path), specifier)
  return [target, target.replace(/\.js$/, ".ts")].filter((one) => paths.has(one)).slice(0, 1)
}

/** The strongly connected components (Tarjan's algorithm). */
const componentsOf = (
  graph: ReadonlyMap<string, ReadonlyArray<string>>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: Array<string> = []
  const components: Array<ReadonlyArray<string>> = []
  const visit = (node: string): number => {
    const own = index.size
    index.set(node, own)
    stack.push(node)
    let low = own
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? index.get(next) ?? low)
    }
    lowest.set(node, low)
    if (low === own) components.push(stack.splice(stack.indexOf(node)).sort())
    return low
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return components
}
