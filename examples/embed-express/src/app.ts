/** A shop on Express and Postgres. An order and the dataset that is labeled for it are created in one transaction. */
import type { Server } from "node:http"
import { createEngine, isAnnotaryError, toJsonText } from "@annotary/core"
import { annotary } from "@annotary/http/express"
import { postgres, transactionClient } from "@annotary/storage-postgres"
import express from "express"
import pg from "pg"

export const start = async (
  options: pg.PoolConfig,
): Promise<{ server: Server; close: () => Promise<void> }> => {
  const pool = new pg.Pool(options)
  await pool.query("CREATE TABLE IF NOT EXISTS orders (id int PRIMARY KEY, dataset text NOT NULL)")
  const engine = await createEngine({
    storage: postgres({ pool }),
    // Replace this with your own authentication, such as a session or a token of your identity provider.
    // Unknown users get an account at their first request.
    authenticator: ({ header }) => {
      const username = header("x-user")
      return username === undefined ? null : { username }
    },
  })

  const app = express()
  app.use("/annotary", annotary(engine))
  app.use(express.json())
  app.post("/orders", async (request, response) => {
    const { customer, id, images } = request.body
    await engine.users.create({ username: customer }).catch((error: unknown) => {
      if (!isAnnotaryError(error, "AlreadyExists")) throw error
    })
    const dataset = await engine.transaction(async (tx) => {
      const shop = tx.as(customer)
      const { record } = await shop.datasets.create({
        name: `order-${id}`,
        category: "other",
        taskType: "bboxes",
      })
      const samples = images.map((url: string) => ({ name: url, attributes: toJsonText({ image: { url } }) }))
      await shop.samples.createMany({ _tag: "Id", id: record.dataset.id }, samples)
      const client = await transactionClient(tx)
      await client.query("INSERT INTO orders (id, dataset) VALUES ($1, $2)", [id, record.dataset.id])
      return record.dataset.name
    })
    response.status(201).json({ dataset: `${customer}/${dataset}` })
  })

  const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1")
  const close = async () => {
    await new Promise((resolve) => server.close(resolve))
    await engine.close()
    await pool.end()
  }
  return { server, close }
}
