/** Status, health and metrics, and the descriptions of the API, which are generated at the first request. */
import {
  Authenticator,
  makeConfigurationSchema,
  makeStorageProbe,
  PeriodicTaskStore,
  SecretStore,
} from "@annotary/core/effect"
import { Effect, type Redacted } from "effect"
import type { OperationsApi, StatusApi } from "../api/groups/status.ts"
import { openApi } from "../api/openapi.ts"
import { Refused } from "../transport/problem/problem.ts"
import { notFound, unavailable } from "../transport/problem/refusals.ts"
import { type Reply, replyContent, replyStatic, replyText } from "../transport/reply/reply.ts"
import { StaticDocument } from "../transport/reply/staticDocument.ts"
import { replyJson } from "./answers.ts"
import { cacheResult } from "./cacheResult.ts"
import { makeDocsPage } from "./docs.ts"
import { group } from "./group.ts"
import { makeScrapeAccess } from "./scrapeAccess.ts"
import { type HostReport, makeServerStatus } from "./serverStatus.ts"

/** Information about the host for its operators. */
export interface OperationsOptions {
  /** Whether the database is reachable and writable. By default a small row is written at intervals. */
  readonly ready?: Effect.Effect<boolean>
  /**
   * The text of `/metrics`; without it the address does not exist. `open`: no key is needed. `token`: accepted as
   * `Authorization: Bearer` beside the keys of site admins, and for nothing else.
   */
  readonly metrics?: {
    readonly text: Effect.Effect<string>
    readonly open: boolean
    readonly token?: Redacted.Redacted<string>
  }
}

/** Information about the host. */
export interface StatusOptions extends OperationsOptions {
  /** The part of `/server_status/` that the database does not know. */
  readonly host?: HostReport | undefined
  /** The version of the program, shown by `/api_status/`. */
  readonly version: string
}

/** Health, readiness and metrics. */
export const makeOperationsHandlers = (options: OperationsOptions) =>
  Effect.gen(function* () {
    const authenticator = yield* Authenticator
    const ready = options.ready ?? (yield* makeStorageProbe(yield* PeriodicTaskStore, yield* SecretStore))
    const { metrics } = options
    const mayScrape = makeScrapeAccess(authenticator, metrics?.token)
    return group<typeof OperationsApi>({
      health: () => Effect.succeed(ok),
      ready: () =>
        Effect.flatMap(Effect.exit(ready), (exit) =>
          exit._tag === "Success" && exit.value ? Effect.succeed(ok) : new Refused({ problem: unavailable }),
        ),
      metrics: ({ incoming }) => {
        if (metrics === undefined) return new Refused({ problem: notFound })
        const text = Effect.map(metrics.text, replyMetrics)
        return metrics.open ? text : Effect.zipRight(mayScrape(incoming), text)
      },
    })
  })

export const makeStatusHandlers = (options: StatusOptions) =>
  Effect.gen(function* () {
    const schemaDocument = cacheResult(() => StaticDocument.make(JSON.stringify(makeConfigurationSchema())))
    const apiDocument = cacheResult(() => StaticDocument.make(JSON.stringify(openApi())))
    const docsPage = makeDocsPage()
    const shown = replyJson({ status: "ok", version: options.version })
    const ready = options.ready ?? (yield* makeStorageProbe(yield* PeriodicTaskStore, yield* SecretStore))
    const { host, version } = options
    const server = yield* makeServerStatus({ version, ready, host })
    return group<typeof StatusApi>({
      status: () => Effect.succeed(shown),
      server: () => server,
      ...(yield* makeOperationsHandlers(options)),
      openapi: () => Effect.map(apiDocument, (document) => replyStatic(document, "application/json")),
      docs: () =>
        Effect.map(docsPage, ({ page, policy }) =>
          replyStatic(page, "text/html; charset=utf-8", { "Content-Security-Policy": policy }),
        ),
      configurationSchema: () =>
        Effect.map(schemaDocument, (schema) => replyStatic(schema, "application/schema+json")),
    })
  })

const ok = replyText('{"status":"ok"}')

const replyMetrics = (text: string): Reply => replyContent(text, "text/plain; version=0.0.4; charset=utf-8")
