import { Timestamp } from "@annotary/core"
import {
  defaultSettings,
  type Endpoint,
  EndpointSecrets,
  EngineSettings,
  SigningKeys,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layerEndpointSecrets } from "../../src/signing/endpointSecrets.ts"
import { Sealer } from "../../src/signing/Sealer.ts"

const withKey = (letter: string) =>
  layerEndpointSecrets.pipe(
    Layer.provide(Sealer.Default),
    Layer.provide(SigningKeys.Default),
    Layer.provide(memory()),
    Layer.provide(Layer.succeed(EngineSettings, { ...defaultSettings, secretKeys: [letter.repeat(43)] })),
  )

const at = Timestamp.make("2026-11-22T00:00:00.000000Z")
const later = Timestamp.make("2026-11-23T00:00:00.000000Z")
const id = "01939f4e-0000-7000-8000-000000000001" as Endpoint["id"]
const made = EndpointSecrets.pipe(
  Effect.flatMap((secrets) => secrets.create(id, { kind: "v1", text: undefined }, at)),
  Effect.provide(withKey("A")),
)
const opened = (letter: string, sealed: (text: string) => string = (text) => text) =>
  Effect.gen(function* () {
    const secret = yield* made
    const secrets = yield* Effect.provide(EndpointSecrets, withKey(letter))
    const endpoint = { id, secrets: [{ ...secret, sealed: sealed(secret.sealed) }] } as unknown as Endpoint
    return yield* secrets.open(endpoint)
  })

describe("all that is sealed of an endpoint", () => {
  it.effect("is opened: the secrets that sign, and the headers; of what does not open it is said which", () =>
    Effect.gen(function* () {
      const [first, older] = [yield* made, yield* made]
      const secrets = yield* Effect.provide(EndpointSecrets, withKey("A"))
      const [header] = yield* secrets.sealHeaders(id, { authorization: "Bearer x" })
      const broken = { ...older, sealed: `${older.sealed.slice(0, -4)}AAAA`, expiresAt: later }
      const endpoint = {
        id,
        secrets: [first, broken, { ...broken, expiresAt: at }],
        headers: [header],
      } as unknown as Endpoint
      const found = yield* secrets.unreadable(endpoint, at)
      assert.deepStrictEqual(
        found.map(({ error, what }) => [what, error.code]),
        [["its older secret 1", "sealed_secret_damaged"]],
      )
      const others = yield* Effect.provide(EndpointSecrets, withKey("B"))
      assert.deepStrictEqual(
        (yield* others.unreadable(endpoint, at)).map(({ what }) => what),
        ["its secret", "its older secret 1", "its header authorization"],
      )
    }),
  )
})

describe("the secret of an endpoint", () => {
  it.effect("is read with the key that it was sealed with", () =>
    Effect.gen(function* () {
      assert.match(yield* opened("A"), /^whsec_/)
    }),
  )

  it.effect("says so when that key is not among the secret keys any more", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(opened("B"))
      assert.strictEqual(error.code, "sealing_key_changed")
      assert.match(error.message, /add that key .* again, or rotate/)
    }),
  )

  it.effect("says so when it is damaged", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(opened("A", (text) => `${text.slice(0, -4)}AAAA`))
      assert.strictEqual(error.code, "sealed_secret_damaged")
    }),
  )
})
