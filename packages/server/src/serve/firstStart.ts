/** The first start creates a site admin with a key. The database records it, so that no file can disagree. */
import { ApiKeys, SecretStore, Transaction, Users } from "@annotary/core/effect"
import { Effect, Option, type Redacted } from "effect"
import type { Settings } from "../settings/settings.ts"
import { reserveAdminKeyFile } from "./adminKeyFile.ts"

/** A new API key and its user. */
export interface MadeKey {
  readonly user: string
  /** The key itself, or the path of the file that it was written to. */
  readonly key: { readonly _tag: "Shown"; readonly secret: Redacted.Redacted } | InFile
}

interface InFile {
  readonly _tag: "InFile"
  readonly path: string
}

/** The record in the secret store. */
export const firstStartMark = "first-start"

type AdminSettings = Pick<Settings, "adminUser" | "adminApiKey" | "dataDir">

/**
 * Returns the created key, or undefined when there is none to report. `toFile`: the key is written to a file in the data folder that
 * only its owner can read.
 */
export const runFirstStart = (settings: AdminSettings, { toFile }: { readonly toFile: boolean }) =>
  Effect.gen(function* () {
    const secrets = yield* SecretStore
    if (yield* secrets.has(firstStartMark)) return undefined
    if (settings.adminApiKey !== undefined) {
      yield* makeOnce(settings)
      return undefined
    }
    if (!toFile) {
      const made = yield* makeOnce(settings)
      return made && makeReport(made.user, { _tag: "Shown", secret: made.secret })
    }
    const file = yield* reserveAdminKeyFile(settings.dataDir)
    const made = yield* makeOnce(settings).pipe(Effect.onError(() => file.discard))
    if (made === undefined) {
      yield* file.discard
      return undefined
    }
    yield* file.write(made.secret)
    return makeReport(made.user, { _tag: "InFile", path: file.path })
  })

const makeReport = (user: string, key: MadeKey["key"]): MadeKey => ({ user, key })

/** Creates the admin; undefined when another process was first. */
const makeOnce = (settings: AdminSettings) =>
  Effect.gen(function* () {
    const secrets = yield* SecretStore
    const transaction = yield* Transaction
    const made = yield* transaction.run(
      Effect.gen(function* () {
        const mine = globalThis.crypto.randomUUID()
        const storedMark = yield* secrets.getOrKeep(firstStartMark, mine)
        return storedMark === mine ? Option.some(yield* makeAdmin(settings)) : Option.none()
      }),
    )
    return Option.getOrUndefined(made)
  })

const makeAdmin = ({ adminApiKey, adminUser }: AdminSettings) =>
  Effect.gen(function* () {
    const users = yield* Users
    const keys = yield* ApiKeys
    const { username } = yield* users.create({ username: adminUser, siteAdmin: true })
    const description = "made at the first start"
    const { secret } = yield* keys.create({ user: username, description, secret: adminApiKey })
    return { user: username, secret }
  })
