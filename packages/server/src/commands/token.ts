/** `annotary token USER`: prints only the link on standard output. The token is in its fragment, which no server and no log sees. */
import { Sessions } from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { JsonOutput } from "../cli/JsonOutput.ts"
import { printRemark, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { findAddress } from "../settings/address.ts"
import type { Settings } from "../settings/settings.ts"

export const run = ({ positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const values = yield* settings
    const address = yield* requireAddress(values)
    if (values.console === "off")
      return yield* new CommandFailed({
        sentence:
          "Nobody can sign in while the console is off. Set ANNOTARY_CONSOLE to on, here and for the server.",
      })
    yield* withEngine(
      settings,
      Effect.gen(function* () {
        const sessions = yield* Sessions
        const { secret, token } = yield* sessions.createToken(positionals[0] ?? "")
        const url = `${address}/console/sign-in#t=${Redacted.value(secret)}`
        if (!(yield* JsonOutput)) yield* printRemark(`Signs ${token.user} in once, until ${token.expiresAt}:`)
        yield* printResult(
          () => ({ user: token.user, url, expires_at: token.expiresAt }),
          () => url,
        )
      }),
    )
  })

/** The address of the console. The port of a server that selects one is known only to that server. */
const requireAddress = (values: Settings): Effect.Effect<string, CommandFailed> => {
  const address = findAddress(values)
  if (address !== undefined) return Effect.succeed(address)
  return new CommandFailed({ sentence: "The port of the server is not known here. Set ANNOTARY_PUBLIC_URL." })
}
