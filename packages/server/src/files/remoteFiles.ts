/** Files on other servers: objects in buckets, and URLs of hosts that the settings name. Both pass the address check of webhooks. */
import { type Remote, type RemoteFile, RemoteFiles } from "@annotary/core/effect"
import type { AddressPolicy } from "@annotary/webhooks"
import { Effect, Layer } from "effect"
import { findHost } from "./fileHosts.ts"

export interface RemoteFileOptions {
  /** Names, `*.example.com`, or `*` for all. */
  readonly hosts: ReadonlyArray<string>
  readonly policy: AddressPolicy
  /** The largest file. */
  readonly maxBytes: number
}

/** Timeouts of a server for the next bytes, and for the whole file. */
const idleMillis = 30_000
const totalMillis = 15 * 60_000

export const makeRemoteFiles = ({ hosts, maxBytes, policy }: RemoteFileOptions): Remote => {
  const openChecked = (url: string): Effect.Effect<RemoteFile | null> =>
    Effect.gen(function* () {
      // The client is loaded with the first file.
      const { openCheckedFile, defaultLimits, makeSystemResolver } = yield* Effect.promise(
        () => import("@annotary/webhooks/dispatcher"),
      )
      const connecting = { policy, resolver: makeSystemResolver(policy), limits: defaultLimits }
      const { body, close, status } = yield* openCheckedFile(url, connecting, {
        maxBytes,
        idleMillis,
        totalMillis,
      })
      if (status === 200) return body
      yield* close
      return null
    }).pipe(
      Effect.catchAll(() => Effect.succeed(null)),
      // One file must not end the export that names it.
      Effect.catchAllDefect((cause) =>
        Effect.as(Effect.logWarning("A file could not be opened.", cause), null),
      ),
    )
  const canOpenUrl = (url: string): boolean => {
    const host = findHost(url)
    return host !== null && hosts.some((pattern) => isHostMatch(pattern, host))
  }
  return {
    openObject: openChecked,
    opensUrls: hosts.length > 0,
    mayOpenUrl: canOpenUrl,
    openUrl: (url) => (canOpenUrl(url) ? openChecked(url) : Effect.succeed(null)),
  }
}

const isHostMatch = (pattern: string, host: string): boolean =>
  pattern === "*" || (pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern)

export const makeRemoteFilesLayer = (options: RemoteFileOptions) =>
  Layer.succeed(RemoteFiles, makeRemoteFiles(options))
