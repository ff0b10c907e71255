/** The first start of a server: the site admin, and where its key goes. */
import { spawn } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { annotary } from "./support/annotary.ts"
import { apiOf, expectStatus, items, textMember } from "./support/api.ts"
import { type ChildServer, ensureBuilt, startJson, startServer } from "./support/childServer.ts"

let folder: string
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-first-"))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const adminKey = `ann_firsttst_${"S".repeat(43)}`

/** An environment of its own for each test. */
const place = (name: string) => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, name, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, name, "data"),
})

const using = async <A>(
  environment: Record<string, string>,
  use: (server: ChildServer) => Promise<A>,
): Promise<A> => {
  const server = await startServer(environment)
  try {
    return await use(server)
  } finally {
    server.process.kill("SIGKILL")
  }
}

describe("the first start", () => {
  it("prints where it listens, then the file of the admin's key; a second start prints no key and keeps the data", async () => {
    const environment = place("first")
    const key = await using(environment, async (server) => {
      const [first = "", second = ""] = server.stdout().split("\n")
      assert.strictEqual(first, `listening on ${server.url}`)
      const file = join(folder, "first", "data", "admin-api-key")
      assert.strictEqual(second, `admin API key of admin written to ${file}`)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      const made = readFileSync(file, "utf8").trim()
      assert.match(made, /^ann_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/)
      assert.notInclude(server.stdout() + server.stderr(), made)
      const api = apiOf(server.url, made)
      expectStatus(await api.call("GET", "/api_status/"), 200)
      expectStatus(
        await api.call("POST", "/user/datasets/", {
          name: "flowers",
          category: "garden",
          task_type: "vector",
        }),
        201,
      )
      const ended = await server.stop()
      assert.strictEqual(ended.code, 0, ended.stderr)
      return made
    })
    assert.strictEqual(statSync(join(folder, "first", "data")).mode & 0o777, 0o700)
    await using(environment, async (server) => {
      const api = apiOf(server.url, key)
      const datasets = items(expectStatus(await api.call("GET", "/user/datasets/"), 200).json())
      assert.deepStrictEqual(
        datasets.map((dataset) => textMember(dataset, "name")),
        ["flowers"],
      )
      const ended = await server.stop("SIGINT")
      assert.strictEqual(ended.code, 0)
      assert.strictEqual(ended.stdout, `listening on ${server.url}\n`)
    })
  }, 60_000)

  it("prints the admin's key itself at a terminal", async () => {
    const { ANNOTARY_DATABASE_URL, ANNOTARY_DATA_DIR } = place("terminal")
    const main = fileURLToPath(new URL("../bin/annotary.js", import.meta.url))
    // A terminal made by util-linux, which passes on the end of its input.
    const terminal = spawn("script", ["-qefc", `${process.execPath} ${main} serve --port 0`, "/dev/null"], {
      env: { ...process.env, ANNOTARY_DATABASE_URL, ANNOTARY_DATA_DIR },
    })
    try {
      let shown = ""
      for await (const text of terminal.stdout.setEncoding("utf8")) {
        shown += text
        if (shown.split("\n").length > 2) break
      }
      assert.match(shown, /admin API key of admin \(shown once\): ann_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}\r?\n/)
      assert.isFalse(existsSync(join(folder, "terminal", "data", "admin-api-key")))
    } finally {
      // Ctrl-C, which the terminal sends to the server.
      terminal.stdin.write("\u0003")
      await new Promise((resolve) => terminal.once("close", resolve))
    }
  }, 60_000)

  it("keeps the admin key of another database, and makes no key when it cannot be written", async () => {
    const environment = place("again")
    const data = environment.ANNOTARY_DATA_DIR
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, "admin-api-key"), "an older key\n")
    await using(environment, async (server) => {
      assert.include(server.stdout(), `written to ${join(data, "admin-api-key-2")}\n`)
    })
    assert.strictEqual(readFileSync(join(data, "admin-api-key"), "utf8"), "an older key\n")
    assert.match(readFileSync(join(data, "admin-api-key-2"), "utf8"), /^ann_/)
    const given = { ...place("given key"), ANNOTARY_ADMIN_API_KEY: adminKey }
    await using(given, async () => {})
    assert.notInclude(readdirSync(given.ANNOTARY_DATA_DIR), "admin-api-key")
  }, 60_000)

  it("takes a given admin key at the first start only, and never prints it", async () => {
    const environment = { ...place("given"), ANNOTARY_ADMIN_API_KEY: adminKey, ANNOTARY_ADMIN_USER: "root" }
    await using(environment, async (server) => {
      const me = expectStatus(await apiOf(server.url, adminKey).call("GET", "/user"), 200)
      assert.strictEqual(textMember(me.json(), "username"), "root")
      const ended = await server.stop()
      assert.notInclude(ended.stdout + ended.stderr, adminKey)
    })
    const other = `ann_firsttst_${"T".repeat(43)}`
    await using({ ...environment, ANNOTARY_ADMIN_API_KEY: other }, async (server) => {
      expectStatus(await apiOf(server.url, other).call("GET", "/user"), 401)
      expectStatus(await apiOf(server.url, adminKey).call("GET", "/user"), 200)
    })
  }, 60_000)

  it("makes the admin also where the command line was first", async () => {
    const environment = place("late")
    assert.strictEqual((await annotary(["user", "create", "ada"], environment)).code, 0)
    await using(environment, async (server) => {
      assert.match((await server.stop()).stdout, /\nadmin API key of admin written to /)
    })
  }, 60_000)

  it("prints lines of JSON when asked", async () => {
    const environment = place("json lines")
    const child = await startJson(environment)
    const [listening, key, ...others] = child.stdout
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line))
    assert.match(textMember(listening, "url"), /^http:/)
    assert.deepStrictEqual(key, {
      event: "admin_key",
      user: "admin",
      file: join(environment.ANNOTARY_DATA_DIR, "admin-api-key"),
    })
    assert.deepStrictEqual(others, [])
    for (const line of child.stderr.trimEnd().split("\n"))
      assert.isString(textMember(JSON.parse(line), "message"))
  }, 60_000)
})
