import { createEngine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { webHandler } from "@annotary/http"

const engine = await createEngine({ storage: memory() })
const handle = webHandler(engine)
const response = await handle(new Request("http://localhost/healthz"))
console.log(response.status)
await engine.close()
