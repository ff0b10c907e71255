/** The database of the settings, for the commands of the server. Each kind of database has one in its own folder. */
import type { AccountStorage, Storage, WebhookStorage } from "@annotary/core/effect"
import type { Effect, Layer, Scope } from "effect"
import type { BackupSource } from "../backup/BackupSource.ts"
import type { RestoreTarget } from "../backup/RestoreTarget.ts"
import type { Command } from "../cli/Command.ts"
import type { CommandFailed } from "../cli/failures.ts"
import type { Flags } from "../settings/loadSettings.ts"
import type { FileCheck } from "./fileCheck.ts"
import type { Finding } from "./findings.ts"

export interface Database {
  /** For people, without a password. Empty where there is none. */
  readonly place: string
  /** The URL without its password, where it may contain one. */
  readonly publicUrl?: string
  /** The storage of the engine. */
  readonly makeStorageLayer: Effect.Effect<Layer.Layer<Storage | WebhookStorage>, CommandFailed>
  /** The ports of people alone: loading the rest takes longer than a command about an account. */
  readonly makeAccountStorageLayer: Effect.Effect<Layer.Layer<AccountStorage>, CommandFailed>
  /** Fails when the command would read a database that does not exist: a storage makes a missing one. */
  readonly requireExisting: (command: Command, flags: Flags) => Effect.Effect<void, CommandFailed>
  /** Whether an error that is not a failure of the storage comes from the driver, such as one of opening the database. */
  readonly isDriverError: (problem: unknown) => boolean
  /** Checks the file of the database; absent for a database without a file. */
  readonly checkFile?: Effect.Effect<FileCheck>
  /** Findings without a connection, and whether there is a database to open. */
  readonly inspect: Effect.Effect<{ readonly exists: boolean; readonly findings: ReadonlyArray<Finding> }>
  /** Opens the database for the backup in the file `out`. */
  readonly openBackupSource: (out: string) => Effect.Effect<BackupSource, CommandFailed, Scope.Scope>
  readonly openRestoreTarget: Effect.Effect<RestoreTarget, CommandFailed>
  /** Distributes the tables over the nodes of a cluster and returns their names; absent where that is impossible. */
  readonly distributeTables?: (
    shards: number | undefined,
  ) => Effect.Effect<ReadonlyArray<string>, CommandFailed>
}
