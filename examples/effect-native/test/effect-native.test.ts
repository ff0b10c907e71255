/** Tests that orders of the program and datasets of the engine commit or roll back together. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CurrentActor, Queue, Users } from "@annotary/core/effect"
import { SqlClient } from "@effect/sql"
import { Effect, Stream } from "effect"
import { expect, it } from "vitest"
import { asProgram, layerShop, openShop, order } from "../src/shop.ts"

it("commits an order with its dataset or rolls back both, and labels the samples", async () => {
  const folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
  const program = Effect.gen(function* () {
    yield* openShop
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO orders (id) VALUES (2)`
    expect(yield* order(1, ["1.jpg"])).toBe("order-1")
    expect((yield* Effect.exit(order(2, ["2.jpg"])))._tag).toBe("Failure")
    expect(yield* sql`SELECT name FROM datasets`).toEqual([{ name: "order-1" }])
    const labeler = yield* (yield* Users).findActor("shop")
    return yield* Effect.provideService(label, CurrentActor, labeler)
  })
  const status = await Effect.runPromise(
    Effect.provide(asProgram(program), layerShop(join(folder, "shop.db"))),
  )
  expect(status).toBe("LABELED")
  await rm(folder, { recursive: true })
})

const label = Effect.gen(function* () {
  const given = yield* (yield* Queue).claim({ _tag: "Name", owner: "shop", name: "order-1" }, "labeling")
  const [first] = [...(yield* Stream.runCollect(given))]
  if (first === undefined) return "none"
  const done = yield* (yield* Queue).perform(first.claim.id, "submit", { attributes: null })
  return done.label?.status
})
