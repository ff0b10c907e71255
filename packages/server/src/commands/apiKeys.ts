/** The commands for API keys. */
import { ApiKeys, fromMillis, Role, type ShownApiKey } from "@annotary/core/effect"
import { toApiKeyJson } from "@annotary/http"
import { Effect, Redacted, Schema } from "effect"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { JsonOutput } from "../cli/JsonOutput.ts"
import { formatTable, printRemark, printResult } from "../cli/output.ts"
import { withAccounts } from "../engine/withAccounts.ts"

/** `annotary api-key create USER`: prints only the key on standard output, for scripts. */
export const create = ({ options, positionals, settings }: CommandInput) => {
  const expiresAt = parseTime(options["expires-at"])
  if (expiresAt === null) return noTime
  const { role } = options
  if (role !== undefined && !isRole(role))
    return new UsageError({ sentence: `--role must be one of: ${Role.literals.join(", ")}.` })
  return withAccounts(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const made = yield* keys.create({
        user: positionals[0] ?? "",
        description: options.description,
        expiresAt,
        scope: { readOnly: options["read-only"] !== undefined, dataset: options.dataset, role },
      })
      yield* printKey(made)
    }),
  )
}

/** `annotary api-key rotate ID`: prints only the new key on standard output. */
export const rotate = ({ options, positionals, settings }: CommandInput) => {
  const expiresAt = parseTime(options["expires-at"])
  if (expiresAt === null) return noTime
  const overlap = options["overlap-seconds"]
  if (overlap !== undefined && !/^\d{1,9}$/.test(overlap))
    return new UsageError({ sentence: "--overlap-seconds must be a whole number of seconds." })
  return withAccounts(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      yield* printKey(
        yield* keys.rotate(positionals[0] ?? "", {
          expiresAt,
          overlapSeconds: overlap === undefined ? undefined : Number(overlap),
        }),
      )
    }),
  )
}

/** Undefined when it is not given, null when it is no time. */
const parseTime = (text: string | undefined) => {
  if (text === undefined) return undefined
  const millis = Date.parse(text)
  return Number.isNaN(millis) ? null : fromMillis(millis)
}

const noTime = new UsageError({ sentence: "--expires-at must be an ISO 8601 time." })

const isRole = Schema.is(Role)

const printKey = ({ apiKey, secret }: Effect.Effect.Success<ReturnType<ApiKeys["create"]>>) =>
  Effect.gen(function* () {
    if (!(yield* JsonOutput)) yield* printRemark(`API key ${apiKey.id} of ${apiKey.user}, shown this once:`)
    yield* printResult(
      () => toApiKeyJson(apiKey, Redacted.value(secret)),
      () => Redacted.value(secret),
    )
  })

/** `annotary api-key list USER` */
export const list = ({ positionals, settings }: CommandInput) =>
  withAccounts(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const apiKeys = yield* keys.list(positionals[0] ?? "")
      const listRows = () =>
        apiKeys.map((key) => [
          key.id,
          key.description,
          key.createdAt,
          key.lastUsedAt ?? "",
          key.expiresAt ?? "",
          formatScope(key),
          key.successor ?? "",
        ])
      yield* printResult(
        () => apiKeys.map((key) => toApiKeyJson(key)),
        () =>
          formatTable(
            ["id", "description", "created at", "last used at", "expires at", "limited to", "successor"],
            listRows(),
          ),
      )
    }),
  )

/** Such as `read-only, ada/cars, labeler`. */
const formatScope = ({ dataset, datasetId, maxRole, readOnly }: ShownApiKey): string =>
  [readOnly ? "read-only" : null, datasetId === null ? null : (dataset ?? `${datasetId} (deleted)`), maxRole]
    .filter((part) => part !== null)
    .join(", ")

/** `annotary api-key revoke ID` */
export const revoke = ({ positionals, settings }: CommandInput) =>
  withAccounts(
    settings,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const id = positionals[0] ?? ""
      yield* keys.revoke(id)
      yield* printResult(
        () => ({ id, revoked: true }),
        () => `API key ${id} revoked; a running server notices within 2 seconds`,
      )
    }),
  )
