/** A sealed secret that does not open. */
import { Schema } from "effect"

export class SealBroken extends Schema.TaggedError<SealBroken>()("SealBroken", {
  reason: Schema.Literal("unknown_key", "damaged"),
}) {
  override get message() {
    return this.reason === "unknown_key"
      ? "A secret was sealed with a key that is not among the secret keys of the settings any more."
      : "A sealed secret is damaged, or was sealed for another place."
  }
}
