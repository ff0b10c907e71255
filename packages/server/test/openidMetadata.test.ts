/** Signing in with an identity provider whose metadata cannot be used: refused, with the reason in the log. */
import { createServer, type Server } from "node:http"
import { defaultSettings, EngineSettings, layerEngine } from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { openIdProvider } from "../src/openid/provider.ts"
import { loadSettings } from "../src/settings/loadSettings.ts"

const engine = layerEngine.pipe(
  Layer.provideMerge(memory()),
  Layer.provideMerge(Layer.succeed(EngineSettings, defaultSettings)),
)

const flow = { nonce: "n", redirectUri: "http://127.0.0.1:1/callback", state: "s", verifier: "v".repeat(43) }

/** Answers with metadata of its own address and these members. Returns the address. */
const serving = (members: Readonly<Record<string, unknown>>) =>
  Effect.acquireRelease(
    Effect.async<{ readonly server: Server; readonly issuer: string }>((resume) => {
      const server = createServer((_, response) => {
        response.setHeader("Content-Type", "application/json")
        response.end(JSON.stringify({ issuer: issuerOf(server), ...members }))
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.sync(() => ({ server, issuer: issuerOf(server) }))))
    }),
    ({ server }) => Effect.sync(() => server.close()),
  )

const issuerOf = (server: Server): string => {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

describe("an identity provider", () => {
  for (const [name, members] of Object.entries({
    "without an address for signing in": {},
    "with an address that is none": { authorization_endpoint: "no address" },
  }))
    it.scopedLive(`${name} is refused as a failed sign-in`, () =>
      Effect.gen(function* () {
        const { issuer } = yield* serving(members)
        const settings = { ...(yield* loadSettings({})), openidIssuer: issuer, openidClientId: "annotary" }
        const provider = (yield* openIdProvider(settings)) ?? assert.fail("no provider")
        const refused = yield* Effect.flip(provider.begin(flow))
        assert.deepInclude(refused, { _tag: "SignInRefused", reason: "failed" })
      }).pipe(Effect.provide(engine)),
    )
})
