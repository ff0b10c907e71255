/** Spans of the public methods. */
import { Context, DefaultServices, Effect, FiberRef, Tracer } from "effect"
import type { YieldWrap } from "effect/Utils"

/** The tracer that Effect has when an application installs none; nobody reads its spans. */
const unread = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Whether a tracer is installed, and not turned off. */
export const hasTracer: Effect.Effect<boolean> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed(fiber.currentTracer !== unread && fiber.getFiberRef(FiberRef.currentTracerEnabled)),
)

type AnyEffect = Effect.Effect<unknown, unknown, unknown>

type Method<Args extends ReadonlyArray<unknown>, A, Yielded> = (
  ...args: Args
) => Effect.Effect<
  A,
  [Yielded] extends [never]
    ? never
    : [Yielded] extends [YieldWrap<Effect.Effect<infer _A, infer E, infer _R>>]
      ? E
      : never,
  [Yielded] extends [never]
    ? never
    : [Yielded] extends [YieldWrap<Effect.Effect<infer _A, infer _E, infer R>>]
      ? R
      : never
>

/**
 * Defines a public method, like `Effect.fn`, but opens its span only while a tracer is installed: a span costs as much as a short
 * method. Functions inside of the services are `Effect.fnUntraced`.
 */
export const traced =
  (name: string) =>
  <Args extends Array<unknown>, Yielded extends YieldWrap<AnyEffect>, A>(
    body: (...args: Args) => Generator<Yielded, A, never>,
  ): Method<Args, A, Yielded> => {
    const method: Method<Args, A, Yielded> = Effect.fnUntraced(body)
    return (...args) =>
      Effect.withFiberRuntime((fiber) => {
        const run = method(...args)
        return fiber.currentTracer === unread ? run : Effect.withSpan(run, name)
      })
  }
