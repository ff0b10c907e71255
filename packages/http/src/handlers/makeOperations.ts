/** Builds the handler of a port for operators: health, readiness and metrics, for processes with and without the API. */
import {
  type Actor,
  Authenticator,
  CurrentActor,
  type PeriodicTaskStore,
  type SecretStore,
} from "@annotary/core/effect"
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Effect } from "effect"
import { apiVersion } from "../api/Api.ts"
import { OperationsApi } from "../api/groups/status.ts"
import { type HttpHandler, makeHandler } from "../transport/handler.ts"
import type { TransportOptions } from "../transport/settings.ts"
import { nobody } from "./nobody.ts"
import { makeOperationsHandlers, type OperationsOptions } from "./status.ts"

class Api extends HttpApi.make("annotary-operations").add(OperationsApi) {}

/** Builds a handler that serves `/healthz`, `/readyz` and `/metrics`, and 404 elsewhere. */
export const makeOperations = (
  options: OperationsOptions & { readonly transport?: TransportOptions },
): Effect.Effect<HttpHandler, never, Authenticator | PeriodicTaskStore | SecretStore> =>
  Effect.gen(function* () {
    const { authenticate } = yield* Authenticator
    return makeHandler<typeof Api, Actor, never, CurrentActor>({
      api: Api,
      handlers: { operations: yield* makeOperationsHandlers(options) },
      runtime: yield* Effect.runtime<never>(),
      authenticate,
      anonymous: nobody,
      provide: (actor) => Context.make(CurrentActor, actor),
      settings: { version: apiVersion, ...options.transport },
    })
  })
