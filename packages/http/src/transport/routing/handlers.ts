/**
 * The type of handlers: functions from the decoded request to an Effect of a {@link Reply}. The record of all handlers is
 * derived from the declaration, so that a missing endpoint does not compile.
 */
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import type { Effect, Stream } from "effect"
import type { Line } from "../body/lines.ts"
import type { Incoming } from "../exchange/incoming.ts"
import type { Refused } from "../problem/problem.ts"
import type { Reply } from "../reply/reply.ts"

/** An expected failure: a tagged error whose message is shown to the client. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** The part of a request that every handler gets. */
export interface RequestContext<Actor> {
  readonly actor: Actor
  readonly requestId: string
  readonly method: string
  /** As sent to the host: the path without its query, and the part after the question mark. */
  readonly url: { readonly pathname: string; readonly search: string }
  /** The request as the host passed it in. */
  readonly incoming: Incoming
  /** Returns a header of the request by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The raw body, for endpoints annotated `RawBody`. */
  readonly body: Stream.Stream<Uint8Array, Refused>
  /** The lines of an NDJSON body, for endpoints annotated `LinesBody`; then there is no payload. */
  readonly lines: Stream.Stream<Line, Refused> | undefined
}

/** The request of one endpoint: its context, and each part that the endpoint declares. */
export type Decoded<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any, Actor> = RequestContext<Actor> &
  Part<"path", HttpApiEndpoint.HttpApiEndpoint.PathParsed<Endpoint>> &
  Part<"urlParams", HttpApiEndpoint.HttpApiEndpoint.UrlParams<Endpoint>> &
  Part<"payload", HttpApiEndpoint.HttpApiEndpoint.Payload<Endpoint>> &
  Part<"headers", HttpApiEndpoint.HttpApiEndpoint.Headers<Endpoint>>

type Part<Name extends string, A> = [A] extends [never] ? unknown : { readonly [Key in Name]: A }

export type Handler<Endpoint extends HttpApiEndpoint.HttpApiEndpoint.Any, Actor, R> = (
  request: Decoded<Endpoint, Actor>,
) => Effect.Effect<Reply<R>, Failure, R>

/** The handlers of one group, by endpoint name. */
export type GroupHandlers<Group extends HttpApiGroup.HttpApiGroup.Any, Actor, R> = {
  readonly [Name in HttpApiEndpoint.HttpApiEndpoint.Name<
    HttpApiGroup.HttpApiGroup.Endpoints<Group>
  >]: Handler<
    HttpApiEndpoint.HttpApiEndpoint.WithName<HttpApiGroup.HttpApiGroup.Endpoints<Group>, Name>,
    Actor,
    R
  >
}

/** The handlers of a whole API, by group and endpoint name. */
export type Handlers<Api extends HttpApi.HttpApi.Any, Actor, R> =
  Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R>
    ? {
        readonly [Name in HttpApiGroup.HttpApiGroup.Name<Groups>]: GroupHandlers<
          HttpApiGroup.HttpApiGroup.WithName<Groups, Name>,
          Actor,
          R
        >
      }
    : never
