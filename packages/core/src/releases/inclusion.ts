/** Proofs that one line is among the lines of a Merkle root: the audit paths of RFC 6962, section 2.1.1. */
import { hashLeaf, hashNode } from "./merkle.ts"

/** The hashes beside the way from a leaf to the root, from the bottom to the top. */
export interface InclusionPath {
  /** The place of the leaf, from 0. */
  readonly index: number
  readonly count: number
  readonly hashes: ReadonlyArray<Uint8Array>
}

interface Subtree {
  readonly hash: Uint8Array
  readonly hasTarget: boolean
}

/**
 * Collects the path of one entry while all entries are added in order. Needs the memory of one hash for each level of the
 * tree.
 */
export const makeInclusionCollector = () => {
  /** The complete subtrees, largest first; their sizes are the bits of `count`. */
  const subtrees: Array<Subtree> = []
  const hashes: Array<Uint8Array> = []
  let count = 0
  let index: number | undefined

  const join = (left: Subtree, right: Subtree): Subtree => {
    if (left.hasTarget) hashes.push(right.hash)
    else if (right.hasTarget) hashes.push(left.hash)
    return {
      hash: hashNode(Uint8Array.from(left.hash), right.hash),
      hasTarget: left.hasTarget || right.hasTarget,
    }
  }

  /** Adds the SHA-256 of the next line. The array can be reused afterwards. */
  const add = (entry: Uint8Array, isTarget: boolean): void => {
    let subtree: Subtree = { hash: hashLeaf(entry), hasTarget: isTarget }
    if (isTarget) index = count
    for (let bits = count; bits % 2 === 1; bits = Math.floor(bits / 2)) {
      const left = subtrees.pop()
      if (left !== undefined) subtree = join(left, subtree)
    }
    subtrees.push(subtree)
    count += 1
  }

  /** Ends the tree and returns the path; undefined when no target was added. Called once. */
  const finish = (): InclusionPath | undefined => {
    if (index === undefined) return undefined
    subtrees.reduceRight((right, left) => join(left, right))
    return { index, count, hashes }
  }

  return { add, finish }
}

/**
 * Computes the root of a tree of `count` leaves from one entry and its path (RFC 9162, section 2.1.3.2). Undefined when the
 * path has another length than the place of the leaf needs.
 */
export const computeInclusionRoot = (
  entry: Uint8Array,
  { count, hashes, index }: InclusionPath,
): Uint8Array | undefined => {
  if (index >= count) return undefined
  let node = index
  let last = count - 1
  let root = Uint8Array.from(hashLeaf(entry))
  for (const hash of hashes) {
    if (last === 0) return undefined
    if (node % 2 === 1 || node === last) {
      root = Uint8Array.from(hashNode(Uint8Array.from(hash), root))
      while (node % 2 === 0 && node !== 0) {
        node = Math.floor(node / 2)
        last = Math.floor(last / 2)
      }
    } else root = Uint8Array.from(hashNode(root, hash))
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : undefined
}
