import { Context, type Either } from "effect"

/**
 * The port that decides which URLs an endpoint may have. `@annotary/webhooks` provides the rules that its sender
 * follows.
 */
export class EndpointUrlPolicy extends Context.Tag("@annotary/core/EndpointUrlPolicy")<
  EndpointUrlPolicy,
  {
    /** The normalized URL to store, or the reason for its refusal. Resolves no names. */
    readonly check: (url: string) => Either.Either<string, { readonly message: string }>
  }
>() {}
