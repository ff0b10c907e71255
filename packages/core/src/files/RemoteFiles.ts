import { Context, Effect } from "effect"

/** The bytes of a file on another server. Whoever has it reads it to its end or calls `return` of an iterator. */
export type RemoteFile = AsyncIterable<Uint8Array>

/** Opens files on other servers, within the checks and limits of the host. */
export interface Remote {
  /** Opens an object in a configured bucket by its signed URL. Null when it cannot be read. */
  readonly openObject: (url: string) => Effect.Effect<RemoteFile | null>
  /** Whether the operator allows the server to open URLs of any host. */
  readonly allowsAny: boolean
  /** Opens a URL of a sample. Null when the operator does not allow it, or when it cannot be read. */
  readonly openUrl: (url: string) => Effect.Effect<RemoteFile | null>
}

const noRemote: Remote = {
  openObject: () => Effect.succeed(null),
  allowsAny: false,
  openUrl: () => Effect.succeed(null),
}

/** The port for files on other servers. Core calls nobody; an engine without it opens its own assets alone. */
export class RemoteFiles extends Context.Reference<RemoteFiles>()("@annotary/core/RemoteFiles", {
  defaultValue: () => noRemote,
}) {}
