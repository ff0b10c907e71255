/** `annotary user link NAME SUBJECT`: for people who had an account before they signed in with the identity provider. */
import { LinkedIdentities } from "@annotary/core/effect"
import { Effect } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { openIdClient } from "../openid/client.ts"

export const run = ({ positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const client = openIdClient(yield* settings)
    if (client === undefined)
      return yield* new CommandFailed({
        sentence: "There is no identity provider. Set ANNOTARY_OPENID_ISSUER.",
      })
    const [name = "", subject = ""] = positionals
    yield* withEngine(
      settings,
      Effect.gen(function* () {
        // As the provider writes it, which is what its tokens have.
        const { issuer } = (yield* client).config.serverMetadata()
        const user = yield* (yield* LinkedIdentities).link(name, issuer, subject)
        yield* printResult(
          () => ({ user: user.username, issuer, subject }),
          () => `${user.username} is now ${subject} of ${issuer}`,
        )
      }),
    )
  })
