/** The digest of the contract part of an annotation, which its `shape` carries. */
import { computeSha256Hex } from "../digest.ts"
import type { ContractPart, ExactShape } from "./ExactShape.ts"

/**
 * SHA-256, in hex, of the canonical JSON (RFC 8785) of the members `points` and `type`. Numbers count by their value, so that `10` and
 * `10.0` have one digest.
 */
export const computeContractDigest = ({ points, type }: ContractPart): string =>
  computeSha256Hex(JSON.stringify({ points, type }))

/** The value of `shape` in a label. */
export const toShapeJson = (
  shape: ExactShape,
  contract: ContractPart,
): ExactShape & { readonly sha256: string } => ({ ...shape, sha256: computeContractDigest(contract) })

/** Whether a shape was made from the contract part. A shape without a digest was made by a writer who left it to the server. */
export const isShapeOfContract = (shape: unknown, contract: ContractPart): boolean => {
  if (typeof shape !== "object" || shape === null) return false
  const digest: unknown = Reflect.get(shape, "sha256")
  return digest === undefined || digest === computeContractDigest(contract)
}
