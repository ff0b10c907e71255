/** The connected parts of objects that may be pairs. */

export interface Parts {
  /** Connects an object of the first label with one of the second. */
  readonly addPair: (a: number, b: number) => void
  /** The sum over parts: the cells of the matrix of the part, times its shorter side. */
  readonly computeSteps: () => number
}

export const makeParts = (rows: number, columns: number): Parts => {
  const parents = Int32Array.from({ length: rows + columns }, (_, node) => node)
  const findRoot = (node: number): number => {
    let root = node
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number
      root = parents[root] as number
    }
    return root
  }
  const computeSteps = (): number => {
    const sides = Array.from(parents, () => ({ rows: 0, columns: 0 }))
    for (let node = 0; node < parents.length; node++) {
      const side = sides[findRoot(node)]
      if (side === undefined) continue
      if (node < rows) side.rows += 1
      else side.columns += 1
    }
    return sides.reduce((sum, side) => sum + side.rows * side.columns * Math.min(side.rows, side.columns), 0)
  }
  return {
    addPair: (a, b) => {
      parents[findRoot(rows + b)] = findRoot(a)
    },
    computeSteps,
  }
}
