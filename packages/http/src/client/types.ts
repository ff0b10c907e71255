/**
 * The types of the calls, derived from the declaration. A request has the members of an HttpApiClient request (`path`,
 * `urlParams`, `payload`, `headers`) in their wire form: plain texts and numbers, snake_case, and objects as values or,
 * to keep exact digits, as {@link Raw} text.
 */
import type { JsonObject, JsonText, Raw } from "@annotary/core/effect"
import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import type { Brand, Effect, Stream } from "effect"
import type { AnnotaryApi } from "../api/Api.ts"
import type { ClientError } from "./errors.ts"

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Timeout over all attempts; for a stream, until it begins. */
  readonly timeoutMillis?: number | undefined
  /** Number of retries; 0 for none. */
  readonly retries?: number | undefined
  /** A key of your own, to repeat the same request later. By default each call has a new one. */
  readonly idempotencyKey?: string | undefined
}

/** The result of a call, by face. */
interface Answers<Success, Failure> {
  readonly value: Promise<Success>
  readonly text: Promise<JsonText>
  readonly stream: AsyncIterable<Uint8Array>
  readonly all: AsyncIterable<Success extends ReadonlyArray<infer Row> ? Row : never>
  readonly effect: Effect.Effect<Success, Failure>
  readonly response: Effect.Effect<HttpClientResponse, Failure>
  readonly rows: Stream.Stream<Success extends ReadonlyArray<infer Row> ? Row : never, Failure>
}
export type Kind = keyof Answers<unknown, unknown>

type Groups =
  typeof AnnotaryApi extends HttpApi.HttpApi<infer _Id, infer All, infer _E, infer _R> ? All : never

/** One method per endpoint of each group. The faces of rows and pages contain the endpoints that return lists. */
export type Face<Way extends Kind> = {
  readonly [Group in Groups as Group["identifier"]]: {
    readonly [One in HttpApiGroup.HttpApiGroup.Endpoints<Group> as Named<One, Way>]: Method<One, Way>
  }
}

type Named<One extends HttpApiEndpoint.HttpApiEndpoint.Any, Way extends Kind> = Way extends "all" | "rows"
  ? [HttpApiEndpoint.HttpApiEndpoint.Success<One>] extends [ReadonlyArray<unknown>]
    ? HttpApiEndpoint.HttpApiEndpoint.Name<One>
    : never
  : HttpApiEndpoint.HttpApiEndpoint.Name<One>

type Method<One, Way extends Kind> =
  One extends HttpApiEndpoint.HttpApiEndpoint<
    infer _N,
    infer Verb,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer Success,
    infer Failure,
    infer _R,
    infer _RE
  >
    ? Call<RequestOf<Verb, Path, UrlParams, Payload, Headers>, Answers<Success, Failure | ClientError>[Way]>
    : never

type Call<Request, Answer> = (
  ...args: Empty extends Request
    ? [request?: Request, options?: CallOptions]
    : [request: Request, options?: CallOptions]
) => Answer

type RequestOf<Verb, Path, UrlParams, Payload, Headers> = Flat<
  ([Path] extends [never] ? unknown : { readonly path: Loose<Path> }) &
    ([UrlParams] extends [never] ? unknown : { readonly urlParams?: Loose<Partial<UrlParams>> }) &
    ([Headers] extends [never] ? unknown : { readonly headers?: Loose<Partial<Headers>> }) &
    ([Payload] extends [never]
      ? Verb extends "POST"
        ? { readonly payload?: FormData }
        : unknown
      : { readonly payload: Loose<Payload> })
>

/** An object type without members. */
type Empty = Record<never, never>

type Flat<T> = { readonly [Key in keyof T]: T[Key] }

/** A type in its wire form. */
export type Loose<T> = T extends JsonText
  ? JsonObject | Raw
  : T extends Brand.Brand<infer _Name>
    ? Brand.Brand.Unbranded<T>
    : T extends string | number | boolean | null | undefined
      ? T
      : T extends ReadonlyArray<infer Item>
        ? ReadonlyArray<Loose<Item>>
        : {
            readonly [Key in keyof T as Key extends string ? Snake<Key> : never]: Empty extends Pick<T, Key>
              ? Loose<T[Key]> | undefined
              : Loose<T[Key]>
          }

/** `enableSkipLabeling` to `enable_skip_labeling`, `enable3dCuboidRotation` to `enable_3d_cuboid_rotation`. */
type Snake<Key extends string> = Key extends Lowercase<Key> ? Key : SnakeWords<Key>

type SnakeWords<Key extends string> = Key extends `${infer Letter}${infer Rest}`
  ? Letter extends `${number}`
    ? `_${Letter}${SnakeWords<Rest>}`
    : `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeWords<Rest>}`
  : ""

/** A request with untyped members. */
export interface LooseRequest {
  readonly path?: Readonly<Record<string, string>>
  readonly urlParams?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly payload?: unknown
}
