import { Context } from "effect"

/** Whether the caller writes long texts in pieces, as HTTP does. False by default; then every text is complete. */
export class TakesLongTexts extends Context.Reference<TakesLongTexts>()("@annotary/core/TakesLongTexts", {
  defaultValue: () => false,
}) {}
