/** The session of a browser: begin it, read it and end it. */
import {
  CurrentActor,
  EngineSettings,
  InvalidInput,
  NotFound,
  type Person,
  type Session,
  Sessions,
} from "@annotary/core/effect"
import { Effect, Either, Redacted } from "effect"
import type { ConsoleApi } from "../../api/groups/signIn.ts"
import type { Incoming } from "../../transport/exchange/incoming.ts"
import { Refused } from "../../transport/problem/problem.ts"
import * as refusals from "../../transport/problem/refusals.ts"
import { noContent } from "../../transport/reply/reply.ts"
import { replyCreated, replyJson } from "../answers.ts"
import { group } from "../group.ts"
import { toOwnSessionJson } from "../records.ts"
import { formatEndedSessionCookie, formatSessionCookie } from "./cookie.ts"
import { type ConsoleOptions, findPageSite, type Site } from "./site.ts"

/** `options`: absent while the console is off; then there are no such addresses. */
export const makeConsoleSession = (options: ConsoleOptions | undefined) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const { publicUrl } = yield* EngineSettings

    const requirePageSite = (incoming: Incoming): Effect.Effect<Site, Refused> => {
      if (options === undefined) return new Refused({ problem: refusals.notFound })
      return Either.match(findPageSite(incoming, publicUrl(), options), {
        onLeft: (problem) => new Refused({ problem }),
        onRight: Effect.succeed,
      })
    }

    const begin = (apiKey: string | undefined, token: string | undefined) => {
      if (apiKey !== undefined && token === undefined) return sessions.beginWithKey(Redacted.make(apiKey))
      if (token !== undefined && apiKey === undefined) return sessions.beginWithToken(Redacted.make(token))
      return InvalidInput.at("", "must have api_key or token, and not both")
    }

    return group<typeof ConsoleApi>({
      begin: ({ incoming, payload: { api_key, token } }) =>
        Effect.gen(function* () {
          const site = yield* requirePageSite(incoming)
          const { person, secret, session } = yield* begin(api_key, token)
          const headers = { "Set-Cookie": formatSessionCookie(site, secret) }
          return replyCreated(toOwnSessionJson(session, person), { headers })
        }),
      current: () =>
        options === undefined
          ? off
          : Effect.map(current, ({ person, session }) => replyJson(toOwnSessionJson(session, person))),
      end: ({ incoming }) =>
        Effect.gen(function* () {
          if (options === undefined) return yield* off
          const { id } = (yield* current).session
          const site = yield* requirePageSite(incoming)
          yield* sessions.end(id)
          return { ...noContent, headers: { "Set-Cookie": formatEndedSessionCookie(site) } }
        }),
    })
  })

const off = new Refused({ problem: refusals.notFound })

/** The session of the request itself. */
const current: Effect.Effect<{ readonly session: Session; readonly person: Person }, NotFound, CurrentActor> =
  Effect.flatMap(CurrentActor, (actor) =>
    actor._tag === "Person" && actor.session !== undefined
      ? Effect.succeed({ session: actor.session, person: actor })
      : new NotFound({ resource: "session" }),
  )
