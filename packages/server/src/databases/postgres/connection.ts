/** Connections to Postgres. */
import { Redacted } from "effect"
import type { Settings } from "../../settings/settings.ts"
import type { PostgresUrl } from "./kind.ts"

export const makeConnectionOptions = (settings: Settings, { url }: PostgresUrl) => ({
  ...(settings.databaseSchema === "" ? {} : { schema: settings.databaseSchema }),
  url: Redacted.value(url),
  maxConnections: settings.databasePoolSize,
  statementTimeoutMillis: settings.databaseStatementSeconds * 1000,
  connectTimeoutMillis: settings.databaseConnectSeconds * 1000,
  startWaitMillis: settings.databaseWaitSeconds * 1000,
  prepare: settings.databasePrepare === "on",
})

export const getSchemaName = ({ databaseSchema }: Settings): string => databaseSchema || "public"

export const makeMissingTablesText = (settings: Settings, { place }: PostgresUrl): string =>
  `The database ${place} has no tables of Annotary in the schema ${getSchemaName(settings)}.`
