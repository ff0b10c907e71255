/**
 * The Merkle root over the lines of a release: the tree of RFC 6962, section 2.1, whose entries are the SHA-256 of
 * the lines. A leaf is SHA-256(0x00 ‖ entry), a node SHA-256(0x01 ‖ left ‖ right); the prefixes prevent that a node
 * passes for a leaf. The left part of a tree of n entries has the largest power of two below n; the empty tree has
 * SHA-256 of nothing. The state is one hash for each set bit of n.
 */
import { computeSha256Bytes, computeSha256Into, sha256Length } from "../domain/digest.ts"

/** A Merkle root over entries that are added one by one. */
export interface MerkleRoot {
  /** Adds the SHA-256 of the next line. The array can be reused afterwards. */
  readonly add: (entry: Uint8Array) => void
  readonly count: () => number
  /** The root over all entries so far, hex. */
  readonly hex: () => string
}

/** An empty {@link MerkleRoot}. */
export const makeMerkleRoot = (): MerkleRoot => {
  /** The roots of complete subtrees, largest first; their sizes are the bits of `count`. */
  const roots: Array<Uint8Array> = []
  let count = 0
  return {
    add: (entry) => {
      let root = hashLeaf(entry)
      for (let bits = count; bits % 2 === 1; bits = Math.floor(bits / 2))
        root = hashNode(roots.pop() ?? root, root)
      roots.push(root)
      count += 1
    },
    count: () => count,
    hex: () =>
      toHex(
        roots.length === 0
          ? computeSha256Bytes("")
          : roots.reduceRight((right, left) => hashNode(Uint8Array.from(left), right)),
      ),
  }
}

/** The hash of a leaf whose entry is the SHA-256 of a line. */
export const hashLeaf = (entry: Uint8Array): Uint8Array => {
  const bytes = entry.length === sha256Length ? leafBytes : new Uint8Array(1 + entry.length)
  bytes.set(entry, 1)
  return computeSha256Bytes(bytes)
}

/** Writes the node into the left child, which is no longer needed. */
export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  nodeBytes.set(left, 1)
  nodeBytes.set(right, 1 + sha256Length)
  return computeSha256Into(nodeBytes, left)
}

/** Reused for every leaf, because hashing is synchronous. */
const leafBytes = new Uint8Array(1 + sha256Length)
const nodeBytes = Uint8Array.of(1, ...new Uint8Array(2 * sha256Length))

const toHex = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0")
  return text
}
