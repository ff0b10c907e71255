/**
 * Keycloak as the identity provider of a server: a person signs in through its page, gets a session, and the role of their group; a wrong
 * password and somebody without a group get neither. Needs `java` 17 and `mvn`, which gets Keycloak from Maven Central (180 MB), or the
 * folder of an unpacked Keycloak in KEYCLOAK_HOME.
 *
 *     node packages/acceptance/dist/programs/keycloak.js
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import {
  addCleanup,
  check,
  findFreePort,
  makeTemporaryFolder,
  run,
  type Server,
  startServer,
} from "../support.ts"

/** The version that docs/hosts.md of `@annotary/http` names. */
const version = "26.7.3"

const folder = makeTemporaryFolder()
const secret = "the-secret"

const makeUser = (username: string, groups: ReadonlyArray<string>) => ({
  username,
  groups,
  enabled: true,
  email: `${username}@example.org`,
  emailVerified: true,
  firstName: username,
  lastName: "Example",
  credentials: [{ type: "password", value: `password of ${username}`, temporary: false }],
})

/** The realm of a team: one client, and people in a group or in none. */
const realm = {
  realm: "team",
  enabled: true,
  sslRequired: "none",
  groups: [{ name: "labelers" }],
  clients: [
    {
      clientId: "annotary",
      secret,
      enabled: true,
      redirectUris: ["*"],
      protocol: "openid-connect",
      protocolMappers: [
        {
          name: "groups",
          protocol: "openid-connect",
          protocolMapper: "oidc-group-membership-mapper",
          config: { "claim.name": "groups", "full.path": "false", "id.token.claim": "true" },
        },
      ],
    },
  ],
  users: [makeUser("ann", ["labelers"]), makeUser("eve", [])],
}

const install = (): string => {
  const { KEYCLOAK_HOME } = process.env
  if (KEYCLOAK_HOME !== undefined) return KEYCLOAK_HOME
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`
  const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
  execFileSync("mvn", ["-q", "-B", goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
  execFileSync("python3", ["-m", "zipfile", "-e", `keycloak-quarkus-dist-${version}.zip`, "."], {
    cwd: folder,
  })
  return join(folder, `keycloak-${version}`)
}

/** Starts Keycloak with the realm, and returns the address of the realm. */
const startKeycloak = async (): Promise<string> => {
  const home = install()
  mkdirSync(join(home, "data/import"), { recursive: true })
  writeFileSync(join(home, "data/import/team.json"), JSON.stringify(realm))
  const port = await findFreePort()
  const words = [
    "start-dev",
    "--import-realm",
    "--db=dev-mem",
    `--http-port=${port}`,
    "--http-host=127.0.0.1",
  ]
  const child = spawn("bash", [join(home, "bin/kc.sh"), ...words], { stdio: "ignore", detached: true })
  addCleanup(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
  })
  const issuer = `http://127.0.0.1:${port}/realms/team`
  for (let waits = 0; waits < 240; waits++) {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined)
    if (answer?.ok === true) return issuer
    await sleep(1000)
  }
  throw new Error("Keycloak did not start.")
}

/** A browser without scripts: it keeps cookies by host and port, and follows redirects. */
class Browser {
  private readonly cookies = new Map<string, Map<string, string>>()

  async open(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { origin } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    const answer = await fetch(url, {
      method: form === undefined ? "GET" : "POST",
      body: form === undefined ? null : new URLSearchParams(form),
      redirect: "manual",
      headers: {
        accept: "text/html",
        cookie: [...jar].map((pair) => pair.join("=")).join("; "),
        "sec-fetch-site": "same-origin",
      },
    })
    for (const text of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      jar.set(name, value)
    }
    const next = answer.headers.get("location")
    return next === null ? answer : await this.open(new URL(next, url).href)
  }
}

/** Signs in through Keycloak's page, and returns where the browser ends. */
const signIn = async (server: Server, browser: Browser, username: string, password: string) => {
  const page = await browser.open(`${server.url}/console/openid/start?return=/console/account`)
  const [, action] = /action="([^"]+)"/.exec(await page.text()) ?? []
  if (action === undefined) throw new Error("Keycloak's page has no form.")
  return await browser.open(action.replaceAll("&amp;", "&"), { username, password })
}

const readRole = async (server: Server, username: string) => {
  const { json } = await server.request("GET", "/organizations/acme/members/")
  return json.find((member: { username?: string }) => member.username === username)?.organization_role
}

await run({
  "a sign-in with Keycloak": async () => {
    const issuer = await startKeycloak()
    const port = await findFreePort()
    const server = await startServer({
      ANNOTARY_PORT: String(port),
      ANNOTARY_CONSOLE: "on",
      ANNOTARY_PUBLIC_URL: `http://127.0.0.1:${port}`,
      ANNOTARY_OPENID_ISSUER: issuer,
      ANNOTARY_OPENID_CLIENT_ID: "annotary",
      ANNOTARY_OPENID_CLIENT_SECRET: secret,
      ANNOTARY_OPENID_ROLES: "labelers=acme:labeler",
    })
    await server.request("POST", "/organizations/", { username: "acme" })
    const browser = new Browser()
    const wrong = await signIn(server, browser, "ann", "another")
    check("a wrong password stays at Keycloak", wrong.url.startsWith(issuer), wrong.url)
    const end = await signIn(server, new Browser(), "eve", "password of eve")
    check(
      "nobody without a group gets an account",
      end.url.includes("/console/sign-in?error=sign_in_"),
      end.url,
    )
    const own = new Browser()
    const account = await signIn(server, own, "ann", "password of ann")
    check(
      "the browser ends at the page that it began with",
      account.url.endsWith("/console/account"),
      account.url,
    )
    const session = await (await own.open(`${server.url}/console/session`)).text()
    check("it has a session of the person", session.includes('"ann"'), session)
    const role = await readRole(server, "ann")
    check("the group gives the role", role === "labeler", role)
    check("the others have none", (await readRole(server, "eve")) === undefined)
  },
})
