/** The statements of docs/upgrading.md, by real processes; a database that a newer version has migrated is one that says so. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { newestMigration } from "@annotary/storage-sqlite/effect"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { commandBlocks } from "./documents/blocks.ts"
import { annotary } from "./support/annotary.ts"
import { apiOf, expectStatus } from "./support/api.ts"
import { type ChildServer, type Environment, ensureBuilt, startServer } from "./support/childServer.ts"
import { onPostgres, onSqlite, type Place } from "./support/places.ts"
import { fixturesOf } from "./support/released.ts"
import { serveHere } from "./support/servedHere.ts"

const text = readFileSync(new URL("../docs/upgrading.md", import.meta.url), "utf8")

/** The commands of each block of the document, as words after `annotary`. */
const [upgrade = [], rollback = []] = commandBlocks("upgrading.md", text).map(({ script }) =>
  script.split("\n").flatMap((line) => {
    const words = /^(?:[A-Z_]+=\S+ )*annotary (.*)$/.exec(line)?.[1]
    return words === undefined ? [] : [words.split(" ")]
  }),
)

let folder: string
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-upgrading-"))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storages = {
  sqlite: async (): Promise<Place> => onSqlite(mkdtempSync(join(folder, "place-"))),
  postgres: async (): Promise<Place> => {
    const place = await onPostgres(inject("postgresUrl"))
    return {
      ...place,
      environment: { ...place.environment, ANNOTARY_DATA_DIR: mkdtempSync(join(folder, "data-")) },
    }
  },
}

const run = async (environment: Environment, words: ReadonlyArray<string>) => {
  const finished = await annotary(words, environment)
  assert.strictEqual(finished.code, 0, `${words.join(" ")}\n${finished.stdout}${finished.stderr}`)
}

/** A command of the document, with its file in the test's folder. */
const inFolder = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.map((word) => (word.endsWith(".tar.gz") ? join(folder, `${place}-${word}`) : word))
let place = ""

const newer = "INSERT INTO annotary_migrations (migration_id, name) VALUES (9999, 'later')"

const isReady = async ({ url }: ChildServer) => (await fetch(`${url}/readyz`)).status === 200

describe.each(["sqlite", "postgres"] as const)("the document of upgrades, on %s", (storage) => {
  const [fixture = assert.fail("There is no fixture.")] = fixturesOf(storage)
  const released = async (): Promise<Place> => {
    const made = await storages[storage]()
    await run(made.environment, ["restore", "--server", fixture.backup])
    return made
  }

  it("upgrades and rolls back by its commands, beside a server that goes on", async () => {
    place = storage
    const from = await released()
    for (const words of upgrade) await run(from.environment, inFolder(words))
    const server = await startServer(from.environment)
    try {
      await from.write(newer)
      assert.isTrue(await isReady(server))
      const api = apiOf(server.url, fixture.recorded.keys.admin)
      expectStatus(await api.call("PATCH", "/datasets/acme/pictures/", { description: "Still written" }), 200)
      for (const words of [["serve"], ["backup", join(folder, "newer.tar.gz")], ["user", "list"]]) {
        const { code, stderr } = await annotary(words, { ...from.environment, ANNOTARY_PORT: "0" })
        assert.strictEqual(code, 1)
        assert.match(stderr, new RegExp(`9999.* knows ${newestMigration}: (run|use) `))
      }
    } finally {
      await server.stop()
    }

    const to = await storages[storage]()
    const [last = [], ...first] = rollback.toReversed()
    for (const words of first.toReversed()) await run(to.environment, inFolder(words))
    assert.deepStrictEqual(last, ["serve"])
    const old = await serveHere(to.environment)
    try {
      const answer = await apiOf(old.url, fixture.recorded.keys.admin).call("GET", "/datasets/acme/pictures/")
      assert.notInclude(expectStatus(answer, 200).text, "Still written")
    } finally {
      await old.stop()
    }
    for (const one of [from, to]) await one.remove()
  }, 180_000)

  it("lets several servers start at once, which are ready when all migrations have run", async () => {
    const from = await released()
    const servers = await Promise.all([1, 2, 3].map(() => startServer(from.environment)))
    try {
      for (const server of servers) assert.isTrue(await isReady(server))
      const done = await from.row("SELECT max(migration_id) AS n FROM annotary_migrations")
      assert.deepInclude(done, { n: newestMigration })
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
    await from.remove()
  }, 120_000)
})
