/** The README's example for Effect is compiled with the tests, and built here. */
import { readFileSync } from "node:fs"
import { Endpoints } from "@annotary/core/effect"
import { Dispatcher } from "@annotary/webhooks/dispatcher"
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { layerShop } from "./readme/effect.ts"

const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

it("shows the code of the example file", () => {
  assert.include(
    text("../README.md"),
    `<!-- test/readme/effect.ts -->\n\`\`\`ts\n${text("readme/effect.ts")}\`\`\``,
  )
})

it.scoped("builds the endpoint service and the dispatcher", () =>
  Effect.map(Layer.build(layerShop), (context) => {
    assert.isDefined(Context.get(context, Endpoints).create)
    assert.isDefined(Context.get(context, Dispatcher))
  }),
)
