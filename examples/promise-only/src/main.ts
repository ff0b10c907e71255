/** Opens an engine on a file, creates a label by calls, and serves the REST API in the same process. */
import { createServer } from "node:http"
import { createEngine, reveal } from "@annotary/core"
import { makeHostedApi } from "@annotary/http"
import { toNode } from "@annotary/http/node"
import { sqlite } from "@annotary/storage-sqlite"
import { label } from "./label.ts"

const engine = await createEngine({ storage: sqlite({ filename: process.argv[2] ?? "street.db" }) })
process.stdout.write(`${await label(engine)}\n`)

const { secret } = await engine.as("ana").apiKeys.create({ description: "example" })
const server = createServer(toNode(makeHostedApi(engine))).listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  process.stdout.write(`http://127.0.0.1:${port} ${reveal(secret)}\n`)
})
process.once("SIGTERM", () => server.close(() => void engine.close()))
