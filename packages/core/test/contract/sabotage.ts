/** Storages that are broken on purpose, and what the suites say of them. */
import { suites } from "@annotary/storage-contract"
import { Clock, Context, Effect, Exit, Layer, Option, Ref } from "effect"
import type { Storage } from "../../src/engine/Storage.ts"
import type { Database } from "../../src/memory/Database.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { emptyState, type State } from "../../src/memory/State.ts"

/** The sentences of a suite that are not true of the storage. */
export const wrongIn = (
  port: string,
  layer: () => Layer.Layer<Storage>,
): Effect.Effect<ReadonlyArray<string>> => {
  const tests = Object.entries(suites.find((suite) => suite.port === port)?.tests ?? {})
  return Effect.filter(
    tests.map(([sentence]) => sentence),
    (sentence) => {
      const test = tests.find(([name]) => name === sentence)?.[1] ?? Effect.void
      const run = Effect.scoped(Effect.provide(test, layer())).pipe(Effect.timeout("3 seconds"))
      return Effect.map(Effect.exit(run), Exit.isFailure)
    },
    { concurrency: "unbounded" },
  )
}

/** Everything works but what is given. */
export const but =
  <I extends Storage, S extends object>(tag: Context.Tag<I, S>, broken: (whole: S) => Partial<S>) =>
  () =>
    makeLayer().pipe(
      Layer.map((all) => {
        const whole = Context.unsafeGet(all as Context.Context<I>, tag)
        return Context.add(all, tag, { ...whole, ...broken(whole) })
      }),
    )

/** Transactions begin at the same state and overwrite one another. */
export const lockless = (): Layer.Layer<Storage> => makeLayer(database({ rollsBack: true }))

/** And they keep what has failed. */
export const keepsAll = (): Layer.Layer<Storage> => makeLayer(database({ rollsBack: false }))

const database = (how: { readonly rollsBack: boolean }): Effect.Effect<Database> =>
  Effect.gen(function* () {
    const committed = yield* Ref.make(emptyState)
    class Open extends Context.Tag("test/Open")<Open, Ref.Ref<State>>() {}
    const target = Effect.map(
      Effect.serviceOption(Open),
      Option.getOrElse(() => committed),
    )
    const now = Clock.currentTimeMillis
    return {
      read: (request) => Effect.zipWith(Effect.flatMap(target, Ref.get), now, request),
      write: (change) =>
        Effect.flatMap(Effect.all([target, now]), ([ref, at]) =>
          Ref.modify(ref, (state) => change(state, at)),
        ),
      run: (effect) =>
        Effect.gen(function* () {
          const outer = yield* target
          const own = yield* Ref.make(yield* Ref.get(outer))
          const exit = yield* Effect.exit(Effect.provideService(effect, Open, own))
          if (Exit.isSuccess(exit) || !how.rollsBack) yield* Ref.set(outer, yield* Ref.get(own))
          return yield* exit
        }),
      inside: Effect.map(Effect.serviceOption(Open), Option.isSome),
      whenCommitted: (act) => act,
    }
  })
