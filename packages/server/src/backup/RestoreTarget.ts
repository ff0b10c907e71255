/** The empty database into which a backup is restored. */
import type { Effect } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { type DatabaseKindName, findBackupKind } from "../databases/kinds.ts"
import type { Manifest } from "./manifest.ts"
import type { StagedBackup } from "./stageBackup.ts"

export interface RestoreTarget {
  readonly storage: DatabaseKindName
  /** The newest schema that this program knows. */
  readonly newestSchema: number
  /** Throws what else prevents this backup from being restored here. */
  readonly accept: (manifest: Manifest) => void
  /** Restores a backup that is known to be whole. */
  readonly restore: (backup: StagedBackup) => Effect.Effect<void, CommandFailed>
}

export const nothingRestored = "Nothing was restored."

/** Throws what prevents the backup from being restored into the target. */
export const requireAccepted = (target: RestoreTarget, manifest: Manifest): void => {
  const { annotary, schema, storage } = manifest
  const kind = findBackupKind(storage)
  if (storage !== target.storage)
    throw new CommandFailed({
      sentence: `This is the backup of a server on ${kind?.title}: set ANNOTARY_DATABASE_URL to ${kind?.scheme}…. ${nothingRestored}`,
    })
  if (schema > target.newestSchema)
    throw new CommandFailed({
      sentence: `The backup has schema ${schema}, and this program knows ${target.newestSchema}: use version ${annotary} or newer. ${nothingRestored}`,
    })
  target.accept(manifest)
}
