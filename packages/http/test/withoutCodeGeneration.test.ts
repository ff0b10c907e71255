/** Hosts that compile no strings, as workerd: the engine, the API and what its requests load, in a process of that kind. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, it } from "vitest"

const program = `
import { createEngine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { webHandler } from "@annotary/http"

try { new Function(""); console.log("strings are compiled") } catch { console.log("strings are not compiled") }
const engine = await createEngine({ storage: memory(), authenticator: () => ({ username: "ann" }) })
const handle = webHandler(engine)
const call = async (method, path, body, type = "application/json") => {
  const headers = typeof body === "string" ? { "content-type": type } : {}
  const response = await handle(new Request("http://localhost" + path, { method, headers, body }))
  console.log(method, path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|[?].*/g, "*"), response.status)
  return response.text()
}
const value = async (...args) => JSON.parse(await call(...args))

for (const path of ["/healthz", "/docs", "/openapi.json", "/configuration/schema.json", "/user"]) await call("GET", path)
await call("POST", "/user/datasets/", '{"name":"cars","category":"other","task_type":"vector"}')
const lines = '{"name":"a;b"}\\n{"name":"c/d"}\\n'
await call("POST", "/datasets/ann/cars/samples_bulk/", lines, "application/x-ndjson")
const [{ uuid }] = await value("GET", "/datasets/ann/cars/samples/")
await call("PUT", "/labels/" + uuid + "/ground-truth/", '{"label_status":"LABELED","attributes":{"annotations":[]}}')
await call("POST", "/datasets/ann/cars/queue/labeling/claim/", '{"count":1}')
const { presignedPostFields: { fields, url } } = await value("POST", "/assets/", '{"filename":"a.txt"}')
const form = new FormData()
for (const [name, text] of Object.entries(fields)) form.append(name, text)
form.append("file", new Blob(["x"]), "a.txt")
await call("POST", new URL(url, "http://localhost").pathname, form)
await engine.close()
`

it("answers on a host that compiles no strings", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disallow-code-generation-from-strings", "--input-type=module", "-e", program],
    { cwd: fileURLToPath(new URL("..", import.meta.url)), timeout: 300_000 },
  )
  assert.deepStrictEqual(stdout.trim().split("\n"), [
    "strings are not compiled",
    "GET /healthz 200",
    "GET /docs 200",
    "GET /openapi.json 200",
    "GET /configuration/schema.json 200",
    "GET /user 200",
    "POST /user/datasets/ 201",
    "POST /datasets/ann/cars/samples_bulk/ 200",
    "GET /datasets/ann/cars/samples/ 200",
    "PUT /labels/*/ground-truth/ 201",
    "POST /datasets/ann/cars/queue/labeling/claim/ 200",
    "POST /assets/ 201",
    "POST /assets/*/upload/ 204",
  ])
}, 300_000)
