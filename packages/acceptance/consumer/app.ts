import { createEngine } from "@annotary/core"
import { annotary } from "@annotary/http/express"
import { postgres, transactionClient } from "@annotary/storage-postgres"
import express from "express"
import pg from "pg"

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
await pool.query("CREATE TABLE orders (id int PRIMARY KEY)")
export const engine = await createEngine({
  storage: postgres({ pool }),
  authenticator: ({ header }) => ({ username: header("x-user") ?? "guest" }),
})

const app = express()
app.use("/annotary", annotary(engine))
app.post("/orders/:id", async (request, response) => {
  const { id } = request.params
  await engine.transaction(async (tx) => {
    const dataset = { owner: "ana", name: `order-${id}`, category: "other", taskType: "vector" } as const
    const { record } = await tx.datasets.create(dataset)
    await tx.samples.create({ _tag: "Id", id: record.dataset.id }, { name: "1.jpg" })
    await (await transactionClient(tx)).query("INSERT INTO orders VALUES ($1)", [id])
  })
  response.sendStatus(201)
})
export const server = app.listen(0, "127.0.0.1")
