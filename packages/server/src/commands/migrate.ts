/**
 * `annotary migrate`: opens the database, which migrates it to this version's schema. With `--distribute`, it also distributes the
 * tables over the nodes of Citus.
 */
import { Effect, Redacted } from "effect"
import { withoutEngine } from "../backup/withoutEngine.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { postgresOptions } from "../engine/storageLayer.ts"
import { withEngine } from "../engine/withEngine.ts"
import { version } from "../version.ts"

export const run = (input: CommandInput) =>
  Effect.gen(function* () {
    const tables = yield* distributed(input)
    yield* withEngine(input.settings, Effect.void, { waits: true })
    yield* printResult(
      () => ({
        migrated: true,
        version: version(),
        ...(tables === undefined ? {} : { distributed: tables }),
      }),
      () => `the database has this version's schema${tables === undefined ? "" : `; ${counted(tables)}`}`,
    )
  })

const counted = (tables: ReadonlyArray<string>): string =>
  tables.length === 0 ? "its tables were distributed already" : `${tables.length} tables were distributed`

/** Distributes the tables if that is requested; undefined if not. */
const distributed = ({ options, settings }: CommandInput) =>
  Effect.gen(function* () {
    const shards = yield* shardsOf(options["shards"])
    if (options["distribute"] === undefined)
      return shards === undefined ? undefined : yield* usage("--shards needs --distribute.")
    const values = yield* settings
    const { databaseUrl } = values
    if (databaseUrl._tag !== "Postgres")
      return yield* usage("Only tables of a Postgres database can be distributed.")
    const { distributeTables } = yield* Effect.promise(() => import("@annotary/storage-postgres/effect"))
    const connection = { ...postgresOptions(values), url: Redacted.value(databaseUrl.url) }
    return yield* withoutEngine(
      values,
      distributeTables(connection, shards === undefined ? {} : { shards }).pipe(
        Effect.mapError(
          ({ reason }) => new CommandFailed({ sentence: `The tables cannot be distributed: ${reason}.` }),
        ),
      ),
    )
  })

const usage = (sentence: string) => new UsageError({ sentence })

const shardsOf = (given: string | undefined) => {
  if (given === undefined) return Effect.succeed(undefined)
  const shards = Number(given)
  return /^\d+$/.test(given) && shards >= 1 && shards <= mostShards
    ? Effect.succeed(shards)
    : usage(`--shards must be a whole number from 1 to ${mostShards}.`)
}

/** The limit of Citus. */
const mostShards = 64_000
