import { serve } from "@hono/node-server"
import { open } from "./app.ts"

const { app, engine } = await open(process.argv[2] ?? "labels.db")
const server = serve(
  { fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 0) },
  (address) => process.stdout.write(`http://127.0.0.1:${address.port}\n`),
)
process.once("SIGTERM", () => server.close(() => void engine.close()))
