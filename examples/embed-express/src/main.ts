/** Starts the shop: `DATABASE_URL=postgres://… PORT=3000 npm start`. */
import { once } from "node:events"
import { start } from "./app.ts"

const { close, server } = await start({ connectionString: process.env.DATABASE_URL })
await once(server, "listening")
process.stdout.write(`${JSON.stringify(server.address())}\n`)
process.once("SIGTERM", () => void close())
