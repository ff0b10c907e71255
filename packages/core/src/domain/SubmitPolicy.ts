import { Schema } from "effect"

/**
 * The effect of a finding when a label is submitted or accepted: a mark in the workbench alone, a question before the label is sent, or a
 * refusal by the server.
 */
export const SubmitPolicy = Schema.Literal("warn", "ask", "refuse").annotations({
  identifier: "SubmitPolicy",
})
export type SubmitPolicy = typeof SubmitPolicy.Type
