import { Context, Effect } from "effect"

/** The bytes of a file on another server. Whoever has it reads it to its end or calls `return` of an iterator. */
export type RemoteFile = AsyncIterable<Uint8Array>

/** Opens files on other servers, within the checks and limits of the host. */
export interface Remote {
  /** Opens an object in a configured bucket by its signed URL. Null when it cannot be read. */
  readonly openObject: (url: string) => Effect.Effect<RemoteFile | null>
  /** False when the operator allows no URL of a sample. Texts are not searched for URLs then. */
  readonly opensUrls: boolean
  /** Whether the operator allows the server to open this URL of a sample. Sends nothing. */
  readonly mayOpenUrl: (url: string) => boolean
  /** Opens a URL of a sample. Null when the operator does not allow it, or when it cannot be read. */
  readonly openUrl: (url: string) => Effect.Effect<RemoteFile | null>
}

const noRemote: Remote = {
  openObject: () => Effect.succeed(null),
  opensUrls: false,
  mayOpenUrl: () => false,
  openUrl: () => Effect.succeed(null),
}

/** The port for files on other servers. Core calls nobody; an engine without it opens its own assets alone. */
export class RemoteFiles extends Context.Reference<RemoteFiles>()("@annotary/core/RemoteFiles", {
  defaultValue: () => noRemote,
}) {}
