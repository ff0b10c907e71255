import { Effect } from "effect"
import { asProgram, layerShop, openShop, order } from "./shop.ts"

const program = Effect.gen(function* () {
  yield* openShop
  return yield* order(Date.now(), ["1.jpg", "2.jpg"])
})
const name = await Effect.runPromise(
  Effect.provide(asProgram(program), layerShop(process.argv[2] ?? "shop.db")),
)
process.stdout.write(`${name}\n`)
