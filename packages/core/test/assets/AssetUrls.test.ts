/** Signed URLs of assets: how long they are valid, and what they are valid for. */
import { AssetUrls, type EngineSettingsValues, PermissionDenied, UrlExpired } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { people, world } from "../world.ts"
import { saved } from "./world.ts"

const signed: Partial<EngineSettingsValues> = { assetUrls: "signed", assetUrlSeconds: 600 }

const anAsset = Effect.gen(function* () {
  yield* people("ada")
  const { id, url } = yield* saved("ada")
  const segment = url.split("/").at(-1) ?? ""
  return { id, segment, token: segment.split(".")[0] ?? "" }
})

const signedNow = (id: string, token: string) =>
  Effect.flatMap(AssetUrls, ({ signer }) => Effect.map(signer, (sign) => sign?.(id, token)))

describe("a signed URL of an asset", () => {
  it.effect("is the same for the time of the setting, and valid for one to two times as long", () =>
    Effect.gen(function* () {
      const { id, segment, token } = yield* anAsset
      const { verify } = yield* AssetUrls
      const first = yield* signedNow(id, token)
      yield* TestClock.adjust("599 seconds")
      assert.deepStrictEqual(yield* signedNow(id, token), first)
      yield* TestClock.adjust("1 second")
      const second = yield* signedNow(id, token)
      assert.notDeepEqual(second, first)
      const given = first ?? { expires: "", signature: "" }
      yield* TestClock.adjust("599 seconds")
      yield* verify(id, segment, given)
      yield* TestClock.adjust("1 second")
      assert.instanceOf(yield* Effect.flip(verify(id, segment, given)), UrlExpired)
    }).pipe(Effect.provide(world(signed))),
  )

  it.effect("is not valid for another asset, another token or another expiry", () =>
    Effect.gen(function* () {
      const { id, segment, token } = yield* anAsset
      const other = yield* saved("ada")
      const { verify } = yield* AssetUrls
      const given = (yield* signedNow(id, token)) ?? { expires: "", signature: "" }
      const wrong = [
        verify(other.id, segment, given),
        verify(id, "0".repeat(32), given),
        verify(id, segment, { ...given, expires: `${given.expires}0` }),
        verify(id, segment, { ...given, signature: "" }),
        verify(id, segment, { expires: "", signature: "" }),
      ]
      for (const check of wrong) assert.instanceOf(yield* Effect.flip(check), PermissionDenied)
    }).pipe(Effect.provide(world(signed))),
  )

  it.effect("is not needed by default, and does no harm", () =>
    Effect.gen(function* () {
      const { id, segment, token } = yield* anAsset
      assert.isUndefined(yield* signedNow(id, token))
      const { verify } = yield* AssetUrls
      yield* verify(id, segment, { expires: "", signature: "" })
      yield* verify(id, segment, { expires: "1", signature: "x" })
    }).pipe(Effect.provide(world())),
  )
})
