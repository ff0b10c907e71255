/** Status, health and metrics, and the descriptions of the API, which are generated at the first request. */
import {
  type Actor,
  Authenticator,
  configurationSchema,
  makeStorageProbe,
  PeriodicTaskStore,
  PermissionDenied,
  SecretStore,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { StatusApi } from "../api/groups/status.ts"
import { openApi } from "../api/openapi.ts"
import { Refused } from "../transport/problem/problem.ts"
import { notFound, unavailable } from "../transport/problem/refusals.ts"
import { bytes, json, type Reply, staticReply } from "../transport/reply/reply.ts"
import { StaticDocument } from "../transport/reply/staticDocument.ts"
import { tree } from "./answers.ts"
import { makeDocsPage } from "./docs.ts"
import { group } from "./group.ts"
import { once } from "./once.ts"

/** Information about the host. */
export interface StatusOptions {
  /** The version of the program, shown by `/api_status/`. */
  readonly version: string
  /** Whether the database is reachable and writable. By default a small row is written at intervals. */
  readonly ready?: Effect.Effect<boolean>
  /** The text of `/metrics`; without it the address does not exist. `open`: no key is needed. */
  readonly metrics?: { readonly text: Effect.Effect<string>; readonly open: boolean }
}

export const status = (options: StatusOptions) =>
  Effect.gen(function* () {
    const authenticator = yield* Authenticator
    const schemaDocument = once(() => StaticDocument.of(JSON.stringify(configurationSchema())))
    const apiDocument = once(() => StaticDocument.of(JSON.stringify(openApi())))
    const docsPage = makeDocsPage()
    const ready = options.ready ?? (yield* makeStorageProbe(yield* PeriodicTaskStore, yield* SecretStore))
    const shown = tree({ status: "ok", version: options.version })
    return group<typeof StatusApi>({
      status: () => Effect.succeed(shown),
      health: () => Effect.succeed(ok),
      ready: () =>
        Effect.flatMap(Effect.exit(ready), (exit) =>
          exit._tag === "Success" && exit.value ? Effect.succeed(ok) : new Refused({ problem: unavailable }),
        ),
      metrics: ({ incoming }) => {
        const { metrics } = options
        if (metrics === undefined) return new Refused({ problem: notFound })
        const text = Effect.map(metrics.text, metricsText)
        if (metrics.open) return text
        return Effect.flatMap(authenticator.authenticate(incoming), (actor) =>
          isSiteAdmin(actor) ? text : new PermissionDenied(),
        )
      },
      openapi: () => Effect.map(apiDocument, (document) => staticReply(document, "application/json")),
      docs: () =>
        Effect.map(docsPage, ({ page, policy }) =>
          staticReply(page, "text/html; charset=utf-8", { "Content-Security-Policy": policy }),
        ),
      configurationSchema: () =>
        Effect.map(schemaDocument, (schema) => staticReply(schema, "application/schema+json")),
    })
  })

const ok = json('{"status":"ok"}')

const metricsText = (text: string): Reply => bytes(text, "text/plain; version=0.0.4; charset=utf-8")

const isSiteAdmin = (actor: Actor): boolean => actor._tag === "System" || actor.siteAdmin
