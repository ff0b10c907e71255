/** Starts the application: `ANNOTARY_URL=… ANNOTARY_API_KEY=… DATASET=owner/name PORT=3000 npm start`. */
import { once } from "node:events"
import { start } from "./app.ts"

const wanted = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}.`)
  return value
}

const url = wanted("ANNOTARY_URL")
const server = start(
  {
    url,
    apiKey: wanted("ANNOTARY_API_KEY"),
    dataset: wanted("DATASET"),
    imageOrigin: process.env.IMAGE_ORIGIN ?? url,
  },
  Number(process.env.PORT ?? 0),
)
await once(server, "listening")
process.stdout.write(`${JSON.stringify(server.address())}\n`)
process.once("SIGTERM", () => server.close())
