/** The application: its users and their sessions, its pages, and the tokens that they need. */
import { randomBytes } from "node:crypto"
import type { Server } from "node:http"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import express, { type Request, type RequestHandler } from "express"
import { type AnnotaryOptions, annotary, isPurpose, type Purpose } from "./Annotary.ts"
import { elementPage, signInPage } from "./pages.ts"

/** Replace this with the users of your application. */
const passwords = new Map([
  ["ana", "labels"],
  ["ben", "labels"],
])

const publicFiles = join(import.meta.dirname, "../public")
const elementFiles = dirname(createRequire(import.meta.url).resolve("@annotary/console/element"))

export interface AppOptions extends AnnotaryOptions {
  /** Where images of samples come from. */
  readonly imageOrigin: string
}

export const start = (options: AppOptions, port = 0): Server => {
  const { enroll, tokenFor } = annotary(options)
  const sessions = new Map<string, string>()
  const userOf = (request: Request): string | undefined =>
    sessions.get(/(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "")

  const app = express()
  app.use((_, response, next) => {
    // The elements need no exceptions: their scripts are files, and their styles are constructed.
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; img-src ${options.imageOrigin}; connect-src 'self' ${options.url}`,
    )
    next()
  })
  app.use(express.static(publicFiles), express.static(elementFiles))

  app.post("/sign-in", express.urlencoded(), async (request, response) => {
    const { name, password } = request.body
    if (passwords.get(name) !== password || password === undefined)
      return void response.status(401).send(signInPage(true))
    await enroll(name)
    const session = randomBytes(32).toString("base64url")
    sessions.set(session, name)
    response.cookie("session", session, { httpOnly: true, sameSite: "strict" }).redirect(303, "/")
  })

  const page =
    (purpose: Purpose): RequestHandler =>
    (request, response) => {
      const user = userOf(request)
      response.send(user === undefined ? signInPage(false) : elementPage(purpose, user, options))
    }
  app.get("/", page("workbench"))
  app.get("/webhooks", page("webhooks"))

  // JSON, so that no form of another site can send it; the cookie is not sent with requests of other sites either.
  app.post("/tokens", express.json(), async (request, response) => {
    const user = userOf(request)
    const { purpose } = Object(request.body)
    if (user === undefined) return void response.sendStatus(401)
    if (!isPurpose(purpose)) return void response.sendStatus(400)
    response
      .setHeader("cache-control", "no-store")
      .type("text")
      .send(await tokenFor(user, purpose))
  })
  return app.listen(port, "127.0.0.1")
}
