/** The first start creates a site admin with a key. The database records it, so that no file can disagree. */
import { ApiKeys, SecretStore, Transaction, Users } from "@annotary/core/effect"
import { Effect, Option, type Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"

/** A new API key and its user. */
export interface MadeKey {
  readonly user: string
  readonly secret: Redacted.Redacted
}

/** The record in the secret store. */
export const firstStartMark = "first-start"

/** Returns the created key to be shown, or undefined when there is none to show. */
export const firstStart = (settings: Pick<Settings, "adminUser" | "adminApiKey">) =>
  Effect.gen(function* () {
    const secrets = yield* SecretStore
    const transaction = yield* Transaction
    if (yield* secrets.has(firstStartMark)) return undefined
    const made = yield* transaction.run(
      Effect.gen(function* () {
        const mine = globalThis.crypto.randomUUID()
        const kept = yield* secrets.getOrKeep(firstStartMark, mine)
        return kept === mine ? Option.some(yield* makeAdmin(settings)) : Option.none()
      }),
    )
    return settings.adminApiKey === undefined ? Option.getOrUndefined(made) : undefined
  })

const makeAdmin = ({ adminApiKey, adminUser }: Pick<Settings, "adminUser" | "adminApiKey">) =>
  Effect.gen(function* () {
    const users = yield* Users
    const keys = yield* ApiKeys
    const { username } = yield* users.create({ username: adminUser, siteAdmin: true })
    const description = "made at the first start"
    const { secret } = yield* keys.create({ user: username, description, secret: adminApiKey })
    return { user: username, secret } satisfies MadeKey
  })
