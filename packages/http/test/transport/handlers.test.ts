import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Context, Effect, Layer, ManagedRuntime, Schema } from "effect"
import { assert, describe, expectTypeOf, it } from "vitest"
import { makeHandler } from "../../src/transport/handler.ts"
import { noContent, replyText } from "../../src/transport/reply/reply.ts"
import type { Handlers } from "../../src/transport/routing/handlers.ts"
import { toWeb } from "../../src/transport/web.ts"

class Greeting extends Context.Tag("test/Greeting")<Greeting, string>() {}
class Caller extends Context.Tag("test/Caller")<Caller, { readonly name: string; readonly id: string }>() {}

const group = HttpApiGroup.make("group")
  .add(HttpApiEndpoint.get("hello", "/hello/").setUrlParams(Schema.Struct({ to: Schema.String })))
  .add(HttpApiEndpoint.post("send", "/send/").setPayload(Schema.Struct({ count: Schema.Number })))
class Api extends HttpApi.make("api").add(group) {}

const handlers: Handlers<typeof Api, string, Greeting | Caller> = {
  group: {
    hello: (request) => {
      expectTypeOf(request.urlParams).toEqualTypeOf<{ readonly to: string }>()
      expectTypeOf(request.actor).toEqualTypeOf<string>()
      expectTypeOf(request).not.toHaveProperty("payload")
      return Effect.gen(function* () {
        const { id, name } = yield* Caller
        return replyText(
          JSON.stringify([yield* Greeting, request.urlParams.to, name, id === request.requestId]),
        )
      })
    },
    send: (request) => {
      expectTypeOf(request.payload).toEqualTypeOf<{ readonly count: number }>()
      return Effect.succeed(noContent)
    },
  },
}

describe("handlers", () => {
  it("get the runtime's services and those of their request", async () => {
    const runtime = await ManagedRuntime.make(Layer.succeed(Greeting, "hello")).runtime()
    const web = toWeb(
      makeHandler({
        api: Api,
        handlers,
        runtime,
        authenticate: () => Effect.succeed("jane"),
        anonymous: "nobody",
        provide: (name: string, id: string) => Context.make(Caller, { name, id }),
      }),
    )
    const response = await web(new Request("http://localhost/hello/?to=world"))
    assert.deepStrictEqual(await response.json(), ["hello", "world", "jane", true])
  })

  it("must all be there: for the compiler, and for who casts", () => {
    const { hello } = handlers.group
    // @ts-expect-error send is missing
    const group: typeof handlers.group = { hello }
    assert.throws(
      () =>
        makeHandler({
          api: Api,
          handlers: { group } as Handlers<typeof Api, string, never>,
          runtime: Effect.runSync(Effect.runtime()),
          authenticate: () => Effect.succeed("jane"),
          anonymous: "nobody",
        }),
      /no handler for group\.send/,
    )
  })

  it("cannot need services that nobody provides", () => {
    const options = {
      api: Api,
      runtime: Effect.runSync(Effect.runtime()),
      authenticate: () => Effect.succeed("jane"),
      anonymous: "nobody",
    }
    // @ts-expect-error the runtime has no Greeting
    assert.isFunction(() => makeHandler({ ...options, handlers }))
  })
})
