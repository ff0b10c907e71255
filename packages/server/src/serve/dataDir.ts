/** The data folder of the server: created when missing, readable by its owner only. */
import { accessSync, constants, mkdirSync } from "node:fs"
import { Effect } from "effect"
import { CommandFailed, getReason } from "../cli/failures.ts"

/** Creates the folder, or fails with a sentence that names it. */
export const makeFolder = (path: string): Effect.Effect<void, CommandFailed> =>
  Effect.try({
    try: () => {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    },
    catch: (cause) =>
      new CommandFailed({ sentence: `The folder ${path} cannot be written to: ${getShortReason(cause)}.` }),
  })

/** The system's message, without the call and the path behind it. */
export const getShortReason = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  return systemReasons[code] ?? getReason(cause)
}

const systemReasons: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EADDRINUSE: "the address is in use",
  EADDRNOTAVAIL: "the address is not one of this machine",
  EEXIST: "a file of that name is in the way",
  EISDIR: "it is a folder",
  ENOENT: "there is no such file or folder",
  ENOSPC: "no space is left",
  ENOTDIR: "a file is in the way",
  ENOTFOUND: "there is no such host",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
}
