import type { Label } from "../domain/Label.ts"

/**
 * The label from which a person starts who labels a sample that several people label: its prelabel, null without one. Every other ground truth is
 * the work of somebody else, also one that was rejected, and people who label the sample do not see it. Pure.
 */
export const pickStart = (truth: Label | null): Label | null =>
  truth?.status === "PRELABELED" ? truth : null
