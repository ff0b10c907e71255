/** Labels a sample through the application, and places the same order twice, which must fail. */
import assert from "node:assert/strict"
import { once } from "node:events"
import { engine, pool, server } from "./app.ts"

if (!server.listening) await once(server, "listening")
const address = server.address()
assert(typeof address === "object" && address !== null)
const call = async (path: string, body?: unknown, method = body === undefined ? "GET" : "POST") => {
  const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
    method,
    headers: { "x-user": "ana", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    json: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
  }
}

assert.equal((await call("/annotary/user/")).json.username, "ana")
assert.equal((await call("/orders/1", undefined, "POST")).status, 201)
const [claim] = (await call("/annotary/datasets/ana/order-1/queue/labeling/claim/", { count: 1 })).json
const labeled = await call(`/annotary/claims/${claim.claim_id}/submit/`, { attributes: { annotations: [] } })
assert.equal(labeled.json.label.label_status, "LABELED")

await pool.query("INSERT INTO orders VALUES (2)")
assert.equal((await call("/orders/2", undefined, "POST")).status, 500)
const { rows } = await pool.query(
  "SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM datasets)::int AS datasets",
)
assert.deepEqual(rows, [{ orders: 2, datasets: 1 }])

server.close()
await engine.close()
await pool.end()
console.log("labeled a sample, and kept an order and its dataset together or not at all")
