/** Starts the receiver: `ANNOTARY_WEBHOOK_SECRET=whsec_… PORT=3000 npm start [folder]`. */
import { once } from "node:events"
import { createServer } from "node:http"
import { handler } from "./handle.ts"
import { openInbox } from "./Inbox.ts"
import { receiver } from "./receiver.ts"
import { startWorker } from "./Worker.ts"

/** During a rotation, pass the old and the new key in any order. */
const keys = (process.env.ANNOTARY_WEBHOOK_SECRET ?? "").split(",").filter((key) => key !== "")
if (keys.length === 0)
  throw new Error(
    "Set ANNOTARY_WEBHOOK_SECRET to the secret or the public key of the endpoint. Separate several keys by commas.",
  )

const day = 24 * 3_600_000
const inbox = await openInbox(process.argv[2] ?? "inbox")
const forget = () => inbox.forget(new Date(Date.now() - 35 * day))
await forget()
setInterval(() => forget().catch(console.error), day).unref()

const worker = startWorker(inbox, { handle: handler((line) => process.stdout.write(`${line}\n`)) })
const server = createServer(receiver({ inbox, keys, onStored: worker.notify }))
server.listen(Number(process.env.PORT ?? 0), process.env.HOST ?? "127.0.0.1")
await once(server, "listening")
process.stdout.write(`${JSON.stringify(server.address())}\n`)

process.once("SIGTERM", () => server.close(() => void worker.close()))
