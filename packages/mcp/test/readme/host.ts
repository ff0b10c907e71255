import { createEngine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { webHandler } from "@annotary/http"
import { makeMcpHandler } from "@annotary/mcp"

const engine = await createEngine({ storage: memory() })
const api = webHandler(engine)
const agents = makeMcpHandler(api)

/** Handles the requests of a host. */
export const handle = (request: Request): Promise<Response> =>
  new URL(request.url).pathname === "/mcp" ? agents(request) : api(request)
