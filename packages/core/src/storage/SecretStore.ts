import { Context, type Effect } from "effect"

/** The port for secrets that the engine generates, such as the signing key of the first start. */
export class SecretStore extends Context.Tag("@annotary/core/SecretStore")<
  SecretStore,
  {
    /** The value under the name. Without one, `made` is stored first. All processes get the same value. */
    readonly getOrKeep: (name: string, made: string) => Effect.Effect<string>
    /** Whether a value is stored. */
    readonly has: (name: string) => Effect.Effect<boolean>
  }
>() {}
