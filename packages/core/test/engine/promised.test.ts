/** Derived Promise methods: Effects become Promises, streams AsyncIterables, also inside of an answer. */
import { type Promised, promiseMethods, type Runner, runPromise } from "@annotary/core/effect"
import { Context, Effect, Runtime, Stream } from "effect"
import { assert, describe, expectTypeOf, it } from "vitest"

class Prefix extends Context.Tag("test/Prefix")<Prefix, string>() {}

const service = {
  greet: (name: string, punctuation?: string) =>
    Effect.map(Prefix, (prefix) => `${prefix} ${name}${punctuation ?? ""}`),
  letters: (text: string) =>
    Stream.mapEffect(Stream.fromIterable(text), (one) => Effect.map(Prefix, (prefix) => prefix + one)),
  file: (size: number) =>
    Effect.succeed({ size, rows: Stream.range(1, size), open: (from: number) => Stream.range(from, size) }),
  rows: (size: number) => Effect.succeed(Stream.range(1, size)),
  count: (...words: ReadonlyArray<unknown>) => Effect.succeed(words.length),
  echo: (value: object) => Effect.succeed(value),
  constant: Effect.succeed(7),
  refuse: () => Effect.fail(new RangeError("no")),
  wait: () => Effect.never,
  hidden: () => Effect.succeed("hidden"),
  plain: 5,
}

const runtime = Runtime.provideService(Runtime.defaultRuntime, Prefix, "hello")
const runner: Runner<Prefix> = {
  promise: (effect, options) => runPromise(runtime, effect, options),
  iterable: (stream) => Stream.toAsyncIterableRuntime(stream, runtime),
  opened: (stream) => Stream.toAsyncIterable(stream),
}
const names = ["greet", "letters", "file", "rows", "count", "echo", "constant", "refuse", "wait"] as const
const methods: Promised<typeof service, (typeof names)[number]> = promiseMethods(runner, service, names)

const all = async <A>(iterable: AsyncIterable<A>) => {
  const out: Array<A> = []
  for await (const one of iterable) out.push(one)
  return out
}

describe("promised", () => {
  it("answers with Promises, AsyncIterables, and the error itself", async () => {
    assert.strictEqual(await methods.greet("ann"), "hello ann")
    assert.strictEqual(await methods.greet("ann", "!"), "hello ann!")
    assert.strictEqual(await methods.constant(), 7)
    assert.deepStrictEqual(await all(methods.letters("ab")), ["helloa", "hellob"])
    const error = await methods.refuse().catch((reason: unknown) => reason)
    assert.instanceOf(error, RangeError)
  })

  it("opens the streams inside of an answer", async () => {
    const file = await methods.file(3)
    assert.strictEqual(file.size, 3)
    assert.deepStrictEqual(await all(file.rows), [1, 2, 3])
    assert.deepStrictEqual(await all(file.open(2)), [2, 3])
    assert.deepStrictEqual(await all(await methods.rows(2)), [1, 2])
  })

  it("leaves other answers as they are", async () => {
    const date = new Date(0)
    assert.strictEqual(await methods.echo(date), date)
    const record = { a: 1 }
    assert.strictEqual(await methods.echo(record), record)
  })

  it("takes a signal as the last argument, and an argument that merely has one as itself", async () => {
    const controller = new AbortController()
    const waiting = methods.wait({ signal: controller.signal }).catch((reason: unknown) => reason)
    controller.abort(new Error("enough"))
    assert.deepStrictEqual(await waiting, new Error("enough"))
    assert.strictEqual(
      await methods.greet("ann", undefined, { signal: new AbortController().signal }),
      "hello ann",
    )
    const given: { readonly signal: AbortSignal | undefined } = { signal: undefined }
    assert.strictEqual(await methods.greet("ann", undefined, given), "hello ann")
    assert.strictEqual(await methods.count("ann", given), 1)
    const value = { signal: "red" }
    assert.strictEqual(await methods.echo(value), value)
  })

  it("shows the named methods only", () => {
    assert.deepStrictEqual(Object.keys(methods), [...names])
  })

  it("derives its types", () => {
    expectTypeOf(methods.greet).parameter(0).toEqualTypeOf<string>()
    expectTypeOf(methods.greet("a")).toEqualTypeOf<Promise<string>>()
    expectTypeOf(methods.letters("a")).toEqualTypeOf<AsyncIterable<string>>()
    expectTypeOf(methods.file(1)).resolves.toHaveProperty("rows").toEqualTypeOf<AsyncIterable<number>>()
    expectTypeOf(methods.rows(1)).toEqualTypeOf<Promise<AsyncIterable<number>>>()
    expectTypeOf(methods).not.toHaveProperty("hidden")
  })
})

describe("a method whose services the runner does not have", () => {
  class Missing extends Context.Tag("test/Missing")<Missing, { readonly value: number }>() {}
  const needy = { read: () => Effect.map(Missing, ({ value }) => value), free: () => Effect.succeed(1) }

  it("does not compile, and others do", () => {
    // @ts-expect-error: the runner has no Missing.
    assert.hasAllKeys(promiseMethods(runner, needy, ["read"]), ["read"])
    assert.hasAllKeys(promiseMethods(runner, needy, ["free"]), ["free"])
  })
})
