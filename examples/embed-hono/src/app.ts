/** Annotary as a middleware of a Hono application. Users are authenticated by the application's own middleware. */
import { type AuthenticationRequest, createEngine, type Engine } from "@annotary/core"
import { annotary } from "@annotary/http/hono"
import { sqlite } from "@annotary/storage-sqlite"
import { Hono } from "hono"

type Variables = { user: string | undefined }

/** Returns the user that the middleware below has set in Hono's context. */
const userOf = ({ source }: AuthenticationRequest) => {
  const context = source as { readonly get: (name: keyof Variables) => string | undefined }
  const username = context.get("user")
  return username === undefined ? null : { username }
}

export const open = async (
  filename: string,
): Promise<{ app: Hono<{ Variables: Variables }>; engine: Engine }> => {
  const engine = await createEngine({ storage: sqlite({ filename }), authenticator: userOf })
  const app = new Hono<{ Variables: Variables }>()
  // Replace this with your own authentication, such as a session or a token of your identity provider.
  app.use(async (context, next) => {
    context.set("user", context.req.header("x-user"))
    await next()
  })
  app.use("/annotary/*", annotary(engine, { basePath: "/annotary" }))
  app.get("/datasets", async (context) => {
    const user = context.get("user")
    if (user === undefined) return context.json([])
    const datasets = await engine.as(user).datasets.listOwned(user)
    return context.json(datasets.map(({ record }) => record.dataset.name))
  })
  return { app, engine }
}
