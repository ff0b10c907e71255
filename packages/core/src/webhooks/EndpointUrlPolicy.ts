/** Which URLs an endpoint may have. `@annotary/webhooks` provides the rules that its sender follows. */
import { Context, type Either } from "effect"

export class EndpointUrlPolicy extends Context.Tag("@annotary/core/EndpointUrlPolicy")<
  EndpointUrlPolicy,
  {
    /** The URL, normalized, as it is stored; or why it is refused. Looks nothing up. */
    readonly check: (url: string) => Either.Either<string, { readonly message: string }>
  }
>() {}
