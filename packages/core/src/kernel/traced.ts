/** Gives public methods a span, and the limits of the caller's scope and session. */
import { Clock, Context, DefaultServices, Effect, type Fiber, FiberRef, Tracer } from "effect"
import type { YieldWrap } from "effect/Utils"
import { type Actor, CurrentActor, system } from "../domain/Actor.ts"
import type { PermissionDenied } from "../domain/errors.ts"
import { type CallName, findRefusal, type RefusalOf } from "./calls.ts"

/** The tracer that Effect has when an application installs none; nobody reads its spans. */
const unread = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** Whether a tracer is installed, and not turned off. */
export const hasTracer: Effect.Effect<boolean> = Effect.withFiberRuntime((fiber) =>
  Effect.succeed(fiber.currentTracer !== unread && fiber.getFiberRef(FiberRef.currentTracerEnabled)),
)

type AnyEffect = Effect.Effect<unknown, unknown, unknown>

type Method<Name extends CallName, Args extends ReadonlyArray<unknown>, A, Yielded> = (
  ...args: Args
) => Effect.Effect<
  A,
  | RefusalOf<Name>
  | ([Yielded] extends [never]
      ? never
      : [Yielded] extends [YieldWrap<Effect.Effect<infer _A, infer E, infer _R>>]
        ? E
        : never),
  [Yielded] extends [never]
    ? never
    : [Yielded] extends [YieldWrap<Effect.Effect<infer _A, infer _E, infer R>>]
      ? R
      : never
>

/**
 * Defines a public method, like `Effect.fn`, but opens its span only while a tracer is installed: a span costs as much as a short
 * method. A call that the caller's scope or session excludes is refused. Functions inside of the services are `Effect.fnUntraced`.
 */
export const traced = <Name extends CallName>(name: Name) => {
  return <Args extends Array<unknown>, Yielded extends YieldWrap<AnyEffect>, A>(
    body: (...args: Args) => Generator<Yielded, A, never>,
  ): Method<Name, Args, A, Yielded> => {
    const method: Method<Name, Args, A, Yielded> = Effect.fnUntraced(body)
    return (...args) =>
      Effect.withFiberRuntime((fiber) => {
        const refusal = findRefusal(readActor(fiber), name, makeMillisClock(fiber))
        const run = refusal === null ? method(...args) : Effect.fail(refusal)
        return fiber.currentTracer === unread ? run : Effect.withSpan(run, name)
      })
  }
}

/** Refuses an effect that the caller's scope or session excludes, for methods that are no generators. */
export const withinScope =
  (name: CallName) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | PermissionDenied, R> =>
    Effect.withFiberRuntime((fiber) => findRefusal(readActor(fiber), name, makeMillisClock(fiber)) ?? effect)

/** The caller; the engine itself where a method needs none. */
const readActor = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Actor =>
  fiber.currentContext.unsafeMap.get(CurrentActor.key) ?? system

/** Reads the time without an operation of the fiber: only a few calls need it. */
const makeMillisClock = (fiber: Fiber.RuntimeFiber<unknown, unknown>) => () =>
  Context.get(fiber.currentDefaultServices, Clock.Clock).unsafeCurrentTimeMillis()
