/** Builds the handler of the addresses at which people sign in with an identity provider, and begins their sessions. */
import {
  type Actor,
  CurrentActor,
  EngineSettings,
  findCookie,
  Sessions,
  SigningKeys,
} from "@annotary/core/effect"
import * as HttpApi from "@effect/platform/HttpApi"
import { Context, Effect, Either, Runtime } from "effect"
import { apiVersion } from "../../api/Api.ts"
import { ProviderApi } from "../../api/groups/signIn.ts"
import type { Observation } from "../../transport/exchange/exchange.ts"
import type { Incoming } from "../../transport/exchange/incoming.ts"
import { type HttpHandler, makeHandler } from "../../transport/handler.ts"
import { Refused } from "../../transport/problem/problem.ts"
import * as refusals from "../../transport/problem/refusals.ts"
import type { Reply } from "../../transport/reply/reply.ts"
import type { TransportOptions } from "../../transport/settings.ts"
import { group } from "../group.ts"
import { nobody } from "../nobody.ts"
import { formatSessionCookie } from "./cookie.ts"
import { beginFlow, formatFlowCookie, getFlowCookieName, readFlow, toConsolePath } from "./flow.ts"
import type { SignInProvider } from "./SignInProvider.ts"
import { type ConsoleOptions, findSite, type Site } from "./site.ts"

class Api extends HttpApi.make("annotary-sign-in").add(ProviderApi) {}

/** The options of the sign-in with a provider. */
export interface ProviderSignInOptions {
  readonly provider: SignInProvider
  readonly console: ConsoleOptions
  readonly transport?: TransportOptions
  readonly observe?: (observation: Observation) => void
}

/** Builds a handler that serves `/console/openid/start` and `/console/openid/callback`, and 404 elsewhere. */
export const makeProviderSignIn = (
  options: ProviderSignInOptions,
): Effect.Effect<HttpHandler, never, Sessions | SigningKeys> =>
  Effect.gen(function* () {
    const handlers = { provider: yield* makeProviderHandlers(options) }
    return makeHandler<typeof Api, Actor, never, CurrentActor>({
      api: Api,
      handlers,
      runtime: Runtime.updateContext(yield* Effect.runtime<never>(), () => Context.empty()),
      authenticate: () => Effect.succeed(nobody),
      anonymous: nobody,
      provide: (actor) => Context.make(CurrentActor, actor),
      settings: { version: apiVersion, ...options.transport },
      ...(options.observe === undefined ? {} : { observe: options.observe }),
    })
  })

const makeProviderHandlers = ({ console, provider }: ProviderSignInOptions) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const keys = yield* SigningKeys
    const { publicUrl } = yield* EngineSettings
    const getRedirectUri = () => `${publicUrl()}/console/openid/callback`

    const requireSite = (incoming: Incoming): Effect.Effect<Site, Refused> =>
      Either.match(findSite(incoming, publicUrl(), console), {
        onLeft: (problem) => new Refused({ problem }),
        onRight: Effect.succeed,
      })

    /** Sends a person back to the page where they sign in, which says why by the code of the problem; programs get the problem. */
    const refuse = (incoming: Incoming, why: { readonly reason: string; readonly message: string }) => {
      const problem = refusals.signInRefused(why)
      if (!hasPageRequest(incoming)) return new Refused({ problem })
      const { code: error } = problem
      return Effect.succeed(makeRedirect(`${publicUrl()}/console/sign-in?${new URLSearchParams({ error })}`))
    }

    return group<typeof ProviderApi>({
      start: ({ incoming, urlParams }) =>
        Effect.gen(function* () {
          const site = yield* requireSite(incoming)
          const path = toConsolePath(urlParams.return)
          // The provider sends the browser to the public URL, and the cookie belongs to one host.
          if (site.origin !== new URL(publicUrl()).origin)
            return makeRedirect(
              `${publicUrl()}/console/openid/start?${new URLSearchParams({ return: path })}`,
            )
          const { cookie, flow } = yield* beginFlow(keys, getRedirectUri(), path)
          const { href } = yield* provider.begin(flow)
          return makeRedirect(href, { "Set-Cookie": formatFlowCookie(site, cookie) })
        }).pipe(Effect.catchTag("SignInRefused", (why) => refuse(incoming, why))),
      callback: ({ incoming, url }) =>
        Effect.gen(function* () {
          const site = yield* requireSite(incoming)
          const cookie = findCookie(incoming, getFlowCookieName(site)) ?? ""
          const pending = yield* readFlow(keys, getRedirectUri(), cookie)
          if (pending === undefined) return yield* refuse(incoming, over)
          const answer = new URL(`${getRedirectUri()}?${url.search}`)
          const user = yield* provider.complete(pending.flow, answer)
          const { secret } = yield* sessions.begin(user)
          return makeRedirect(`${publicUrl()}${pending.returnPath}`, {
            "Set-Cookie": formatSessionCookie(site, secret),
            // A second header of this name: names of headers have no case.
            "set-cookie": formatFlowCookie(site, ""),
          })
        }).pipe(Effect.catchTag("SignInRefused", (why) => refuse(incoming, why))),
    })
  })

const over = {
  reason: "failed",
  message: "The sign-in has expired, or began in another browser. Sign in again.",
}

/** Whether a browser shows the answer to a person. */
const hasPageRequest = ({ header }: Incoming): boolean => /\btext\/html\b/i.test(header("accept") ?? "")

const makeRedirect = (location: string, headers: Reply["headers"] = {}): Reply => ({
  status: 303,
  headers: { Location: location, "Referrer-Policy": "no-referrer", ...headers },
  body: undefined,
})
