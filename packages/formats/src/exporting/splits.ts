/** Training, validation and test sets that never change: the set of a sample follows from its name and a seed alone. */
import { createHash } from "node:crypto"

export interface SplitPlan {
  /** Shares of the sets, in any unit: `{ train: 8, val: 1, test: 1 }`. */
  readonly shares: { readonly [Key in "train" | "val" | "test"]?: number }
  /** Another seed gives other sets. */
  readonly seed: string
}

/** The set of a sample. Adding samples moves none of the others. */
export const chooseSplit = (name: string, { seed, shares }: SplitPlan): "train" | "val" | "test" => {
  const order = ["train", "val", "test"] as const
  const total = order.reduce((sum, split) => sum + (shares[split] ?? 0), 0)
  if (!(total > 0)) throw new Error("The shares of the sets must have a sum above zero.")
  const hash = createHash("sha256").update(`${seed}\0${name}`).digest()
  // 48 bits are exact in a number.
  let rest = (hash.readUIntBE(0, 6) / 2 ** 48) * total
  for (const split of order) {
    rest -= shares[split] ?? 0
    if (rest < 0) return split
  }
  return "train"
}
