/** Annotary as a plugin of a Fastify application. Users are authenticated by the application's own hook. */
import { type AuthenticationRequest, createEngine } from "@annotary/core"
import { annotary } from "@annotary/http/fastify"
import { sqlite } from "@annotary/storage-sqlite"
import { type FastifyInstance, fastify } from "fastify"

declare module "fastify" {
  interface FastifyRequest {
    user: string | null
  }
}

/** Returns the user that the hook below has set on Fastify's request. */
const userOf = ({ source }: AuthenticationRequest) => {
  const username: unknown = typeof source === "object" && source !== null ? Reflect.get(source, "user") : null
  return typeof username === "string" ? { username } : null
}

export const open = async (filename: string): Promise<FastifyInstance> => {
  const engine = await createEngine({ storage: sqlite({ filename }), authenticator: userOf })
  const app = fastify()
  app.decorateRequest("user", null)
  // Replace this with your own authentication, such as a session or a token of your identity provider.
  app.addHook("onRequest", async (request) => {
    request.user = String(request.headers["x-user"] ?? "") || null
  })
  app.register(annotary(engine), { prefix: "/annotary" })
  app.get("/datasets", async (request) => {
    if (request.user === null) return []
    const datasets = await engine.as(request.user).datasets.listOwned(request.user)
    return datasets.map(({ record }) => record.dataset.name)
  })
  app.addHook("onClose", () => engine.close())
  return app
}
