/** A node of the tree from which elements are made. */
interface Node {
  readonly type: string
  tagName?: string
  readonly children?: ReadonlyArray<Node>
}

/**
 * A plugin that fits the headings of a text into a page: the highest has the level `first`, and no level is left out below it. The text
 * keeps its own hierarchy.
 */
export const makeOutline =
  ({ first }: { readonly first: number }) =>
  (tree: Node): void => {
    const open: Array<number> = []
    for (const heading of listHeadings(tree)) {
      const level = Number(heading.tagName?.slice(1))
      while ((open.at(-1) ?? 0) >= level) open.pop()
      open.push(level)
      heading.tagName = `h${Math.min(6, first - 1 + open.length)}`
    }
  }

const listHeadings = (node: Node): ReadonlyArray<Node> => [
  ...(/^h[1-6]$/.test(node.tagName ?? "") ? [node] : []),
  ...(node.children ?? []).flatMap(listHeadings),
]
