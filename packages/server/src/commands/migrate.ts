/**
 * `annotary migrate`: opens the database, which migrates it to this version's schema. With `--distribute`, it also distributes the
 * tables over the nodes of Citus.
 */
import { Effect } from "effect"
import { runWithoutEngine } from "../backup/withoutEngine.ts"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { findDatabase } from "../databases/databases.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getVersion } from "../version.ts"

export const run = (input: CommandInput) =>
  Effect.gen(function* () {
    const tables = yield* distribute(input)
    yield* withEngine(input.settings, Effect.void, { waits: true })
    yield* printResult(
      () => ({
        migrated: true,
        version: getVersion(),
        ...(tables === undefined ? {} : { distributed: tables }),
      }),
      () =>
        `the database has this version's schema${tables === undefined ? "" : `; ${formatDistributed(tables)}`}`,
    )
  })

const formatDistributed = (tables: ReadonlyArray<string>): string =>
  tables.length === 0 ? "its tables were distributed already" : `${tables.length} tables were distributed`

/** Distributes the tables if that is requested; undefined if not. */
const distribute = ({ options, settings }: CommandInput) =>
  Effect.gen(function* () {
    const shards = yield* parseShards(options["shards"])
    if (options["distribute"] === undefined)
      return shards === undefined ? undefined : yield* makeUsageError("--shards needs --distribute.")
    const values = yield* settings
    const { distributeTables } = findDatabase(values)
    if (distributeTables === undefined)
      return yield* makeUsageError("Only tables of a Postgres database can be distributed.")
    return yield* runWithoutEngine(values, distributeTables(shards))
  })

const makeUsageError = (sentence: string) => new UsageError({ sentence })

const parseShards = (given: string | undefined) => {
  if (given === undefined) return Effect.succeed(undefined)
  const shards = Number(given)
  return /^\d+$/.test(given) && shards >= 1 && shards <= mostShards
    ? Effect.succeed(shards)
    : makeUsageError(`--shards must be a whole number from 1 to ${mostShards}.`)
}

/** The limit of Citus. */
const mostShards = 64_000
