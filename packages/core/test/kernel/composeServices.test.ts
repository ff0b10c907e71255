import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer } from "effect"
import { composeServices, isPlainLayer } from "../../src/kernel/composeServices.ts"

const events: Array<string> = []
const make = (name: string) =>
  Effect.gen(function* () {
    yield* Effect.addFinalizer(() => Effect.sync(() => events.push(`close ${name}`)))
    events.push(`make ${name}`)
    return { name }
  })

class Rows extends Context.Tag("Rows")<Rows, string>() {}

class Access extends Effect.Service<Access>()("Access", { scoped: make("access") }) {}

class Reader extends Effect.Service<Reader>()("Reader", {
  scoped: Effect.gen(function* () {
    return { access: yield* Access, rows: yield* Rows, ...(yield* make("reader")) }
  }),
}) {
  static readonly dependencies = [Access] as const
}

class Writer extends Effect.Service<Writer>()("Writer", {
  scoped: Effect.gen(function* () {
    return { access: yield* Access, reader: yield* Reader, ...(yield* make("writer")) }
  }),
}) {
  static readonly dependencies = [Reader, Access] as const
}

/** Uses what it does not name. */
class Silent extends Effect.Service<Silent>()("Silent", { effect: Effect.map(Access, () => ({})) }) {}

/** Keeps the context that it is built with. */
class Keeper extends Effect.Service<Keeper>()("Keeper", {
  effect: Effect.map(Effect.context<never>(), (context) => ({ context })),
}) {
  static readonly dependencies = [Access] as const
}

class Late extends Effect.Service<Late>()("Late", { succeed: {} }) {}

class Immediate extends Effect.Service<Immediate>()("Immediate", { sync: () => ({}) }) {}

const rows = Layer.succeed(Rows, "rows")

describe("composed services", () => {
  it("are built without the memory of layers, whatever makes them", () => {
    for (const { Default } of [Reader, Keeper, Late, Immediate]) assert.isTrue(isPlainLayer(Default))
    assert.isFalse(isPlainLayer(Layer.merge(Late.Default, Immediate.Default)))
  })

  it.effect("are built once, behind those that they use, and closed the other way round", () =>
    Effect.gen(function* () {
      events.length = 0
      const layer = composeServices(Writer, Access).pipe(Layer.provide(rows))
      yield* Effect.gen(function* () {
        const writer = yield* Writer
        assert.strictEqual(writer.access, yield* Access)
        assert.strictEqual(writer.reader.access, yield* Access)
        assert.strictEqual(writer.reader.rows, "rows")
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(events, [
        "make access",
        "make reader",
        "make writer",
        "close writer",
        "close reader",
        "close access",
      ])
    }),
  )

  it.effect("are built anew in each layer that is built", () =>
    Effect.gen(function* () {
      events.length = 0
      const layer = composeServices(Access)
      yield* Effect.provide(Access, layer)
      yield* Effect.provide(Access, layer)
      assert.deepStrictEqual(events, ["make access", "close access", "make access", "close access"])
    }),
  )

  it.effect("give out neither the scope nor the ports that they are built with", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(Layer.provide(composeServices(Writer), rows))
      const keys = [...context.unsafeMap.keys()]
      assert.sameMembers(keys, ["Access", "Reader", "Writer"])
    }).pipe(Effect.scoped),
  )

  it.effect("see those that they name, and none that happens to be built before or later", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.exit(Layer.build(composeServices(Access, Silent) as Layer.Layer<Silent>))
      assert.isTrue(
        Exit.isFailure(silent) && Cause.pretty(silent.cause).includes("Service not found: Access"),
      )
      const composed = Layer.provide(composeServices(Writer, Keeper, Late), rows)
      const { context } = yield* Effect.provide(Keeper, composed)
      const names = new Set(context.unsafeMap.keys())
      const services = ["Access", "Rows", "Reader", "Writer", "Keeper", "Late"]
      assert.deepStrictEqual(
        services.filter((name) => names.has(name)),
        ["Access", "Rows"],
      )
    }).pipe(Effect.scoped),
  )

  it("require what none of them names as a dependency", () => {
    const named: Layer.Layer<Writer, never, Rows> = composeServices(Writer)
    // @ts-expect-error Access is used by Silent and is not among its dependencies.
    const unnamed: Layer.Layer<Silent, never, never> = composeServices(Silent)
    assert.isTrue(Layer.isLayer(named) && Layer.isLayer(unnamed))
  })
})
