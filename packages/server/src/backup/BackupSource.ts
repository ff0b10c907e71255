/** The database of a backup as it is at one point in time, and the keys of its files. */
import type { BlobStore } from "@annotary/core/effect"
import { Effect, type Layer } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import type { BackupFile } from "./BackupFile.ts"
import type { Manifest } from "./manifest.ts"

export interface BackupSource {
  readonly manifest: Pick<Manifest, "storage" | "schema" | "tables">
  readonly addDatabase: (file: BackupFile) => Effect.Effect<void, CommandFailed>
  readonly fileKeys: ReadonlyArray<string>
  /** The keys that the database names when this runs. */
  readonly fileKeysNow: Effect.Effect<ReadonlyArray<string>>
  /** Undefined when the files are in the tables. */
  readonly storeOfFiles: Layer.Layer<BlobStore> | undefined
}

/** The tables and files of a newer schema are unknown to this program. */
export const requireKnownSchema = (schema: number, newest: number): Effect.Effect<void, CommandFailed> =>
  schema <= newest
    ? Effect.void
    : new CommandFailed({
        sentence: `The database has schema ${schema}, and this program knows ${newest}: use the newer one.`,
      })
