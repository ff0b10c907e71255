/** What the engine asks of storage about settings it makes for itself, such as the signing secret of the first start. */
import { Context, type Effect } from "effect"

export class SecretStore extends Context.Tag("@annotary/core/SecretStore")<
  SecretStore,
  {
    /** The value kept under the name; when there is none, `made` is kept first. All processes get the same one. */
    readonly getOrKeep: (name: string, made: string) => Effect.Effect<string>
    /** Whether a value is kept. */
    readonly has: (name: string) => Effect.Effect<boolean>
  }
>() {}
