/** A real identity provider on a free port, whose tokens a test may change, and a browser that signs in with it. */
import { generateKeyPairSync, sign } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"

/** What the provider says of a person. */
export interface ProviderPerson {
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: ReadonlyArray<string>
}

export interface RunningProvider {
  readonly issuer: string
  /** People by subject. Tests change what the provider says of them. */
  readonly people: Map<string, ProviderPerson>
  /** Replaces claims of the next ID tokens, which are then signed again. */
  tamper: { readonly [claim: string]: unknown } | undefined
  /** Signs the next ID tokens with a key that is not the provider's. */
  forge: boolean
  readonly stop: () => Promise<void>
}

const own = generateKeyPairSync("rsa", { modulusLength: 2048 })
const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 })

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Starts a provider with one client, whose redirect address may be any of the given server. */
export const startProvider = async (redirectUri: string): Promise<RunningProvider> => {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, ProviderPerson>()
  const running: RunningProvider = {
    issuer,
    people,
    tamper: undefined,
    forge: false,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "annotary",
        client_secret: "the-secret",
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [{ ...own.privateKey.export({ format: "jwk" }), kid: "own", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a-key-of-the-cookies"] },
    pkce: { required: () => true },
    claims: {
      openid: ["sub"],
      profile: ["preferred_username", "groups"],
      email: ["email", "email_verified"],
    },
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    // Nobody is asked for consent.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      })
      grant.addOIDCScope("openid profile email")
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const body: unknown = context.body
    if (context.path !== "/token" || typeof body !== "object" || body === null || !("id_token" in body))
      return
    const [header = "", payload = ""] = String(body.id_token).split(".")
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString())
    const content = `${header}.${encode({ ...Object(claims), ...running.tamper })}`
    const key = running.forge ? foreign.privateKey : own.privateKey
    context.body = {
      ...body,
      id_token: `${content}.${sign("RSA-SHA256", Buffer.from(content), key).toString("base64url")}`,
    }
  })
  server.on("request", provider.callback())
  return running
}

/** A browser: keeps cookies by host and follows no redirect by itself. */
export class Browser {
  private readonly cookies = new Map<string, Map<string, string>>()

  async open(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url)
    const jar = this.cookies.get(host) ?? new Map<string, string>()
    this.cookies.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = { ...(cookie === "" ? {} : { cookie }), ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: "manual" })
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ")
      const sign = pair.indexOf("=")
      const value = pair.slice(sign + 1)
      const isGone =
        value === "" || attributes.some((one) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(one))
      if (isGone) jar.delete(pair.slice(0, sign))
      else jar.set(pair.slice(0, sign), value)
    }
    return response
  }

  /** The cookies that it sends to a server. */
  cookiesFor(url: string): ReadonlyMap<string, string> {
    return this.cookies.get(new URL(url).host) ?? new Map()
  }

  /** Signs in at the provider and returns the address to which it sends the browser back. */
  async signInAt(authorization: string, subject: string): Promise<string> {
    const { origin } = new URL(authorization)
    let url = authorization
    for (let steps = 0; steps < 10; steps++) {
      if (!url.startsWith(origin)) return url
      const page = await this.open(url)
      const location = page.headers.get("location")
      if (location !== null) {
        url = new URL(location, url).href
        continue
      }
      const form = new URLSearchParams({ prompt: "login", login: subject, password: "any" })
      const answer = await this.open(url, { method: "POST", body: form })
      const next = answer.headers.get("location")
      if (next === null)
        throw new Error(`The provider did not go on: ${answer.status} ${await answer.text()}`)
      url = new URL(next, url).href
    }
    throw new Error("The provider never sent the browser back.")
  }
}
