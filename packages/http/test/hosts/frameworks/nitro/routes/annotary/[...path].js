import { webHandler } from "@annotary/http"
import { engine } from "../../engine.js"

const handle = webHandler(engine, { basePath: "/annotary" })

// A new request, because the signal of Nitro's is aborted as soon as a body has been read.
export default ({ req: { body, headers, method, url } }) =>
  handle(new Request(url, { method, headers, body, duplex: "half" }))
