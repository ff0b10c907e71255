/** The messages between the page and the worker of checks. */
import type { StoredDismissal, TaskType } from "@annotary/core/check"
import type { Finding } from "./Finding.ts"

/** A label to check. */
export interface LabelToCheck {
  /** Its attributes as they would be sent: text, so that every digit is the server's. */
  readonly label: string
  /** The configuration of the dataset as text. */
  readonly configuration: string
  readonly taskType: TaskType
  /** The dismissals of warnings about the stored label. */
  readonly dismissals: ReadonlyArray<StoredDismissal>
}

export type CheckAnswer =
  | { readonly kind: "findings"; readonly findings: ReadonlyArray<Finding> }
  /** The label exceeds a limit, which the server names. */
  | { readonly kind: "tooLarge" }
  | { readonly kind: "failed"; readonly message: string }

export type CheckQuestion = LabelToCheck & { readonly id: number }
export type CheckReply = CheckAnswer & { readonly id: number }
