import { webHandler } from "@annotary/http"
import { engine } from "../../../../engine.js"

const handle = webHandler(engine, { basePath: "/annotary" })

export const trailingSlash = "ignore"
export const fallback = ({ request }) => handle(request)
