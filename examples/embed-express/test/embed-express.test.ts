/** Orders over HTTP, and labels the sample through the API below /annotary. */
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { start } from "../src/app.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgresUrl: string
  }
}

const schema = `example_${randomUUID().replaceAll("-", "")}`
const database = { connectionString: inject("postgresUrl"), options: `-c search_path=${schema}` }
const pool = new pg.Pool(database)
let app: Awaited<ReturnType<typeof start>>
let url: string

beforeAll(async () => {
  await pool.query(`CREATE SCHEMA ${schema}`)
  app = await start(database)
  if (!app.server.listening) await once(app.server, "listening")
  const address = app.server.address()
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
})

afterAll(async () => {
  await app.close()
  await pool.query(`DROP SCHEMA ${schema} CASCADE`)
  await pool.end()
})

const post = (path: string, body: unknown) =>
  fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-user": "ana" },
    body: JSON.stringify(body),
  })

describe("a shop on Express", () => {
  it("accepts an order, whose sample can be labeled", async () => {
    const ordered = await post("/orders", { id: 1, customer: "ana", images: ["https://example.org/1.jpg"] })
    expect(await ordered.json()).toEqual({ dataset: "ana/order-1" })
    const queue = "/annotary/datasets/ana/order-1/queue/labeling/claim/"
    const [claim] = Object(await (await post(queue, { count: 1 })).json())
    const submitted = await post(`/annotary/claims/${claim.claim_id}/submit/`, {
      attributes: { annotations: [] },
    })
    expect(await submitted.json()).toMatchObject({ label: { label_status: "LABELED" } })
  })

  it("rolls back the dataset and its samples when the order cannot be stored", async () => {
    const again = await post("/orders", { id: 1, customer: "bob", images: ["https://example.org/1.jpg"] })
    expect(again.status).toBe(500)
    const { rows } = await pool.query("SELECT id FROM orders")
    expect(rows).toEqual([{ id: 1 }])
    expect((await pool.query("SELECT name FROM datasets")).rows).toEqual([{ name: "order-1" }])
  })

  it("responds to unauthenticated requests with 401", async () => {
    expect((await fetch(`${url}/annotary/user/`)).status).toBe(401)
  })
})
