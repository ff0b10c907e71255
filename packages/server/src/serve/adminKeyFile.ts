/** The file with the key of the first start, for a server whose output is not read by a person at a terminal. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { getShortReason } from "./dataDir.ts"

export interface AdminKeyFile {
  readonly path: string
  readonly write: (secret: Redacted.Redacted) => Effect.Effect<void, CommandFailed>
  /** Removes the empty file, when no key was created. */
  readonly discard: Effect.Effect<void>
}

/** Creates the empty file before there is a key, so that a folder that cannot be written to loses no key. */
export const reserveAdminKeyFile = (folder: string): Effect.Effect<AdminKeyFile, CommandFailed> =>
  Effect.try({
    try: () => openFree(folder),
    catch: (cause) => makeCannotWrite(join(folder, baseName), cause),
  }).pipe(
    Effect.map(({ file, path }) => ({
      path,
      write: (secret) =>
        Effect.try({
          try: () => {
            writeSync(file, `${Redacted.value(secret)}\n`)
            fsyncSync(file)
            closeSync(file)
          },
          catch: (cause) => makeCannotWrite(path, cause),
        }),
      discard: Effect.sync(() => {
        closeSync(file)
        rmSync(path, { force: true })
      }),
    })),
  )

const baseName = "admin-api-key"

/** Never overwrites the key of an earlier database: the second file is `admin-api-key-2`. */
const openFree = (folder: string): { readonly file: number; readonly path: string } => {
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? baseName : `${baseName}-${count}`)
    try {
      return { file: openSync(path, "wx", 0o600), path }
    } catch (cause) {
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
    }
  }
}

const makeCannotWrite = (path: string, cause: unknown) =>
  new CommandFailed({
    sentence: `The admin key cannot be written to ${path}: ${getShortReason(cause)}. \`annotary api-key create\` makes another key.`,
  })
