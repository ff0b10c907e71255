/** Backups of whole servers, by real processes: taken while people write, killed, and restored elsewhere. */
import { randomBytes } from "node:crypto"
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
import { setTimeout as sleep } from "node:timers/promises"
import { gunzipSync } from "node:zlib"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus, items, member, textMember } from "./support/api.ts"
import { type Environment, ensureBuilt, startCommand, startServer } from "./support/childServer.ts"
import { onPostgres, onSqlite, type Place } from "./support/places.ts"
import { rewritten } from "./support/rewritten.ts"
import { serveHere } from "./support/servedHere.ts"

const key = `ann_backupst_${"B".repeat(43)}`
const cars = "/datasets/admin/cars"
const picture = Buffer.from("iVBORw0KGgo=", "base64")

let folder: string
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-backup-"))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const folderOf = (name: string): string => {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}

const storages: ReadonlyArray<readonly [string, (name: string) => Promise<Place>]> = [
  ["SQLite", async (name) => onSqlite(folderOf(name))],
  [
    "Postgres",
    async (name) => {
      const place = await onPostgres(inject("postgresUrl"))
      return { ...place, environment: { ...place.environment, ANNOTARY_DATA_DIR: join(folder, name) } }
    },
  ],
]

/** A dataset with a finished release; returns the path of an asset. */
const stocked = async (api: Api): Promise<string> => {
  const dataset = { name: "cars", category: "other", task_type: "bboxes" }
  expectStatus(await api.call("POST", "/user/datasets/", dataset), 201)
  const first = expectStatus(await api.call("POST", `${cars}/samples/`, sample("first")), 201).json()
  const label = { label_status: "LABELED", attributes: { annotations: [] } }
  const path = `/labels/${textMember(first, "uuid")}/ground-truth/`
  expectStatus(await api.call("PUT", path, label), 201)
  expectStatus(await api.call("POST", `${cars}/releases/`, { name: "v1", description: "" }), 201)
  await release(api)
  return await upload(api, picture)
}

/** Returns the path under which the asset is read. */
const upload = async (api: Api, bytes: Uint8Array): Promise<string> => {
  const made = expectStatus(await api.call("POST", "/assets/", { filename: "a.png" }), 201).json()
  const post = member(made, "presignedPostFields")
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(member(post, "fields")))) form.append(name, String(value))
  form.append("file", new Blob([bytes]))
  assert.strictEqual((await fetch(textMember(post, "url"), { method: "POST", body: form })).status, 204)
  return new URL(textMember(made, "url")).pathname
}

const sample = (name: string) => ({ name, attributes: { image: { url: "https://example.com/a.png" } } })

/** The release when it has succeeded. */
const release = async (api: Api): Promise<unknown> => {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const found = expectStatus(await api.call("GET", `${cars}/releases/v1/`), 200).json()
    if (textMember(found, "status") === "SUCCEEDED") return found
    await sleep(50)
  }
  throw new Error("The release did not succeed.")
}

/** Adds samples until it is stopped. */
const writer = (api: Api, who: number) => {
  const acknowledged: Array<string> = []
  let goesOn = true
  const ended = (async () => {
    for (let n = 0; goesOn; n++) {
      const name = `sample ${who}.${n}`
      expectStatus(await api.call("POST", `${cars}/samples/`, sample(name)), 201)
      acknowledged.push(name)
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      goesOn = false
      await ended
    },
  }
}

const namesIn = async (api: Api): Promise<ReadonlyArray<string>> =>
  items(expectStatus(await api.call("GET", `${cars}/samples/?per_page=10000`), 200).json()).map((row) =>
    textMember(row, "name"),
  )

/** Runs a command that must succeed. */
const done = async (environment: Environment, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await annotary(words, environment)
  assert.strictEqual(code, 0, `${words.join(" ")}\n${stdout}${stderr}`)
  return stdout
}

/** Runs a command that must fail; returns what it says. */
const refused = async (environment: Environment, ...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr } = await annotary(words, environment)
  assert.strictEqual(code, 1, stderr)
  return stderr.trim().replace(/^annotary: /, "")
}

interface Served {
  readonly url: string
  readonly stop: () => Promise<unknown>
}

/** Serves in the process of the tests, or with `startServer` in one of its own. */
const serving = async <A>(
  environment: Environment,
  use: (api: Api, url: string) => Promise<A>,
  start: (environment: Environment) => Promise<Served> = serveHere,
): Promise<A> => {
  const server = await start({ ...environment, ANNOTARY_ADMIN_API_KEY: key })
  try {
    return await use(apiOf(server.url, key), server.url)
  } finally {
    await server.stop()
  }
}

/** Milliseconds from the beginning of the work; all of it takes several hundred. */
const afterBegin = [0, 30, 100]

/** Kills a command some time after something is there. */
const killed = async (
  environment: Environment,
  begun: () => boolean,
  millis: number,
  ...words: ReadonlyArray<string>
): Promise<void> => {
  const child = startCommand(words, environment)
  while (!begun() && child.process.exitCode === null) await sleep(1)
  await sleep(millis)
  child.process.kill("SIGKILL")
  assert.strictEqual((await child.finished).signal, "SIGKILL")
}

describe.each(storages)("a backup of a server on %s", (storage, place) => {
  it("has every acknowledged write, taken while people go on writing, and becomes a server again", async () => {
    const from = await place(`${storage} from`)
    const to = await place(`${storage} to`)
    const out = join(folder, `${storage}.tar.gz`)
    const writeWhile = async (api: Api) => {
      const asset = await stocked(api)
      const work = [1, 2, 3].map((who) => writer(api, who))
      await sleep(500)
      const before = work.flatMap(({ acknowledged }) => [...acknowledged])
      await done(from.environment, "backup", out)
      await sleep(200)
      for (const { stop } of work) await stop()
      const digest = textMember(await release(api), "sha256")
      return { asset, before, after: work.flatMap(({ acknowledged }) => acknowledged), digest }
    }
    const { after, asset, before, digest } = await serving(from.environment, writeWhile, startServer)
    assert.isAbove(before.length, 0)
    assert.isAbove(after.length, before.length)
    assert.strictEqual(statSync(out).mode & 0o777, 0o600)

    const said = await done(to.environment, "restore", "--server", out)
    assert.match(said, /^the server is restored as it was at .*Z: schema \d+, \d files\n$/)
    await serving(to.environment, async (api, url) => {
      const names = await namesIn(api)
      for (const name of before) assert.include(names, name)
      for (const name of names) assert.include(["first", ...after], name)
      const read = await fetch(`${url}${asset}`)
      assert.deepStrictEqual(Buffer.from(await read.arrayBuffer()), picture)
      const found = await release(api)
      assert.strictEqual(textMember(found, "sha256"), digest)
      const file = await fetch(textMember(member(found, "attributes"), "url"))
      writeFileSync(join(folder, "v1.json"), Buffer.from(await file.arrayBuffer()))
      assert.include(await done({}, "verify", join(folder, "v1.json")), "verified: whole and unchanged")
      expectStatus(await api.call("POST", `${cars}/samples/`, sample("after")), 201)
    })
    await done(to.environment, "check", "admin/cars")
    assert.notInclude(await done(to.environment, "doctor"), "wrong")
    assert.match(await refused(to.environment, "restore", "--server", out), /Nothing was restored\.$/)
    for (const one of [from, to]) await one.remove()
  }, 120_000)

  it("is not there, and no server either, when the process is killed; the next attempt succeeds", async () => {
    const from = await place(`${storage} whole`)
    const to = await place(`${storage} killed`)
    const out = join(folderOf(`${storage} out`), "backup.tar.gz")
    const data = textMember(to.environment, "ANNOTARY_DATA_DIR")
    await serving(from.environment, async (api) => {
      await stocked(api)
      await upload(api, randomBytes(30_000_000))
    })
    for (const millis of afterBegin) {
      await killed(from.environment, () => existsSync(`${out}.part`), millis, "backup", out)
      assert.isFalse(existsSync(out))
      assert.isTrue(existsSync(`${out}.part`))
    }
    await done(from.environment, "backup", out)
    assert.deepStrictEqual(readdirSync(join(out, "..")), ["backup.tar.gz"])

    const unfinished = () =>
      (existsSync(data) ? readdirSync(data) : []).filter((name) => /^\.restore-/.test(name))
    for (const millis of afterBegin) {
      rmSync(data, { recursive: true, force: true })
      await killed(to.environment, () => unfinished().length > 0, millis, "restore", "--server", out)
      assert.lengthOf(unfinished(), 1)
      const there = await to.row("SELECT count(*) AS n FROM users").catch(() => ({ n: 0 }))
      assert.strictEqual(Number(member(there, "n")), 0)
    }
    await done(to.environment, "restore", "--server", out)
    assert.deepStrictEqual(unfinished(), [])
    await serving(to.environment, async (api) => assert.deepStrictEqual(await namesIn(api), ["first"]))
    for (const one of [from, to]) await one.remove()
  }, 180_000)

  it("refuses to overwrite, and to restore what another program or a newer one has written", async () => {
    const from = await place(`${storage} a`)
    const to = await place(`${storage} b`)
    const out = join(folder, `${storage} a.tar.gz`)
    await done(from.environment, "user", "create", "ada")
    await done(from.environment, "backup", out)
    assert.strictEqual(
      await refused(from.environment, "backup", out),
      `${out} exists and is not overwritten. Nothing was written.`,
    )
    assert.match(await refused(from.environment, "restore", "--server", out), /Nothing was restored\.$/)
    const other = { ...to.environment, ANNOTARY_DATABASE_URL: otherStorage(storage) }
    assert.match(
      await refused(other, "restore", "--server", out),
      /^This is the backup of a server on \w+: set /,
    )
    await rewritten(out, `${out}.newer`, (name, text) =>
      name === "backup.json" ? text.replace(/"schema": \d+/, '"schema": 9999') : text,
    )
    assert.match(
      await refused(to.environment, "restore", "--server", `${out}.newer`),
      /^The backup has schema 9999, and this program knows \d+: use version 0\.1\.0 or newer\./,
    )
    const there = await to.row("SELECT count(*) AS n FROM users").catch(() => "nothing")
    assert.strictEqual(there, "nothing")
    for (const one of [from, to]) await one.remove().catch(() => {})
  }, 60_000)
})

const otherStorage = (storage: string): string =>
  storage === "SQLite" ? "postgres://nobody@127.0.0.1:1/none" : `sqlite:${join(folder, "none.db")}`

describe("a backup on SQLite", () => {
  it("replaces the files of a restore that was killed before the database", async () => {
    const from = onSqlite(folderOf("before"))
    const to = onSqlite(folderOf("between"))
    const out = join(folder, "between.tar.gz")
    await serving(from.environment, (api) => stocked(api))
    await done(from.environment, "backup", out)
    await done(to.environment, "restore", "--server", out)
    const { ANNOTARY_DATA_DIR: data = "" } = to.environment
    rmSync(join(folder, "between", "a.db"))
    assert.include(
      await refused(to.environment, "restore", "--server", out),
      `${data}/files exists and is not`,
    )
    writeFileSync(join(data, "files", ".restoring"), "")
    writeFileSync(join(data, "files", "half"), "")
    mkdirSync(join(data, ".restore-999999999"))
    await done(to.environment, "restore", "--server", out)
    assert.deepStrictEqual(readdirSync(data), ["files"])
    assert.deepStrictEqual(readdirSync(join(data, "files")).sort(), ["assets", "releases"])
  }, 60_000)

  it("names files that the store has lost, and is written without them", async () => {
    const from = onSqlite(folderOf("lost"))
    const to = onSqlite(folderOf("found"))
    const out = join(folder, "lost.tar.gz")
    await serving(from.environment, (api) => stocked(api))
    rmSync(join(folder, "lost", "data", "files", "assets"), { recursive: true })
    const { code, stderr } = await annotary(["backup", out], from.environment)
    assert.strictEqual(code, 0)
    assert.match(stderr, /^The store of files lacks 1 files that the database names, .*: assets\/[\w-]+\.\n$/)
    await done(to.environment, "restore", "--server", out)
    assert.deepStrictEqual(readdirSync(join(folder, "found", "data", "files")), ["releases"])
  }, 60_000)

  it("can leave the files out, and then leaves those of the target alone", async () => {
    const from = onSqlite(folderOf("with"))
    const to = onSqlite(folderOf("without"))
    const out = join(folder, "without.tar.gz")
    await serving(from.environment, (api) => stocked(api))
    await done(from.environment, "backup", "--without-files", out)
    mkdirSync(join(folder, "without", "data", "files", "assets"), { recursive: true })
    writeFileSync(join(folder, "without", "data", "files", "assets", "mine"), "mine")
    const { code, stderr } = await annotary(["restore", "--server", out], to.environment)
    assert.strictEqual(code, 0)
    assert.match(stderr, /^The backup has no files of releases and assets/)
    assert.deepStrictEqual(readdirSync(join(folder, "without", "data", "files")), ["assets"])
  }, 60_000)

  it("of an earlier schema is migrated at the next start", async () => {
    const released = readFileSync(new URL("../../storage-sqlite/test/released/0018.db.gz", import.meta.url))
    const from = onSqlite(folderOf("earlier"))
    const to = onSqlite(folderOf("later"))
    const out = join(folder, "earlier.tar.gz")
    writeFileSync(join(folder, "earlier", "a.db"), gunzipSync(released))
    assert.include(await done(from.environment, "backup", out), "schema 18")
    assert.include(await done(to.environment, "restore", "--server", out), "schema 18")
    await done(to.environment, "migrate")
    await done(to.environment, "check", "admin/drive")
  }, 60_000)

  it("needs a database, a place for the file, and a file", async () => {
    const nowhere = onSqlite(join(folder, "nowhere"))
    const from = onSqlite(folderOf("origin"))
    assert.strictEqual((await annotary(["user", "create", "ada"], from.environment)).code, 0)
    const to = onSqlite(folderOf("somewhere"))
    const out = join(folder, "no.tar.gz")
    const memory = { ANNOTARY_DATABASE_URL: "memory:" }
    assert.match(
      await refused(nowhere.environment, "backup", out),
      /^There is no database .*a\.db\. annotary serve makes it/,
    )
    assert.match(await refused(memory, "backup", out), /^The data is in memory/)
    assert.match(
      await refused(memory, "restore", "--server", out),
      /^A server cannot be restored into memory/,
    )
    assert.match(
      await refused(from.environment, "backup", join(folder, "no", "x")),
      /^The folder .* there is no/,
    )
    assert.match(
      await refused(to.environment, "restore", "--server", out),
      /no\.tar\.gz cannot be restored: there is no such/,
    )
  }, 60_000)
})
