/** Servers of earlier releases are upgraded: nothing in their databases and files changes, and their keys and answers stay. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine, type Engine } from "@annotary/core"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import { newestMigration } from "@annotary/storage-sqlite/effect"
import { assertRowsAreKept } from "@annotary/test-support/storage"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type Api, apiOf, expectStatus } from "./support/api.ts"
import { onPostgres, onSqlite, type Place } from "./support/places.ts"
import {
  changedSince,
  type Fixture,
  fixturesOf,
  type Recorded,
  tablesIn,
  withoutUnnamedFiles,
} from "./support/released.ts"
import { serveHere } from "./support/servedHere.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "annotary-released-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Upgraded extends Place {
  /** An engine in this process, over the same database. */
  readonly engine: () => Promise<Engine>
}

const storages = {
  sqlite: async (name: string): Promise<Upgraded> => {
    const path = mkdtempSync(join(folder, name))
    const filename = join(path, "a.db")
    const open = () => sqlite({ filename, blobs: join(path, "data", "files") })
    return { ...onSqlite(path), engine: () => createEngine({ storage: open(), worker: false }) }
  },
  postgres: async (name: string): Promise<Upgraded> => {
    const url = inject("postgresUrl")
    const place = await onPostgres(url)
    const schema = place.environment.ANNOTARY_DATABASE_SCHEMA ?? assert.fail("There is no schema.")
    return {
      ...place,
      environment: { ...place.environment, ANNOTARY_DATA_DIR: mkdtempSync(join(folder, name)) },
      engine: () => createEngine({ storage: postgres({ url, schema }), worker: false }),
    }
  },
}

const done = async ({ environment }: Place, ...words: ReadonlyArray<string>): Promise<void> => {
  const { code, stderr, stdout } = await annotary(words, environment)
  assert.strictEqual(code, 0, `${words.join(" ")}\n${stdout}${stderr}`)
}

/** The content of an archive's last file. */
const sumsOf = async (engine: Engine, dataset: string): Promise<unknown> => {
  const [owner = "", name = ""] = dataset.split("/")
  let last = ""
  for await (const part of engine.archives.read({ _tag: "Name", owner, name }))
    last = part instanceof Uint8Array ? last + Buffer.from(part).toString() : ""
  return JSON.parse(last)
}

/** URLs with an expiry are signed again each time. */
const withoutSignatures = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/\?expires=\d+&token=[\w-]+/g, ""))

/** The members of what was answered once, as they are answered now. New members of records are left out. */
const sameMembers = (now: unknown, then: unknown, left: ReadonlySet<string>): unknown => {
  if (Array.isArray(now) && Array.isArray(then))
    return now.map((item, index) => sameMembers(item, then[index], left))
  if (typeof now !== "object" || typeof then !== "object" || now === null || then === null) return now
  const members = Object.entries(now).filter(([key]) => key in then && !left.has(key))
  return Object.fromEntries(
    members.map(([key, value]) => [key, sameMembers(value, Reflect.get(then, key), left)]),
  )
}

/** Changes with each request of a key, or with the time. */
const volatile = ["last_used_at", "expires_at", "last_24_hours", "last_7_days"]

const assertAnswers = async (api: Api, { answers }: Recorded, changed: ReadonlyArray<string>) => {
  const left = new Set([...volatile, ...changed])
  for (const [path, then] of Object.entries(answers)) {
    const now = expectStatus(await api.call("GET", path), 200).json()
    const recorded = withoutSignatures(then)
    assert.deepStrictEqual(
      sameMembers(withoutSignatures(now), recorded, left),
      sameMembers(recorded, recorded, left),
      path,
    )
  }
}

const upgrade = async (place: Upgraded, { backup, recorded, schema }: Fixture): Promise<void> => {
  await done(place, "restore", "--server", backup)
  const before = await tablesIn(place)
  assert.deepInclude(await place.row("SELECT max(migration_id) AS n FROM annotary_migrations"), { n: schema })
  await done(place, "migrate")
  assert.deepInclude(await place.row("SELECT max(migration_id) AS n FROM annotary_migrations"), {
    n: newestMigration,
  })
  assertRowsAreKept(
    withoutUnnamedFiles(before, before),
    withoutUnnamedFiles(before, await tablesIn(place)),
    changedSince(schema, "rows"),
  )

  const changed = changedSince(schema, "sections")
  await using engine = await place.engine()
  for (const [dataset, then] of Object.entries(recorded.archives)) {
    if (then === null) continue
    const now = JSON.parse(JSON.stringify(await sumsOf(engine, dataset)))
    for (const [section, sum] of Object.entries(then.sections))
      if (!changed.includes(section))
        assert.deepStrictEqual(now.sections[section], sum, `${dataset} ${section}`)
    if (changed.length === 0) assert.strictEqual(now.content, then.content, dataset)
  }
}

const assertServed = async (place: Upgraded, { recorded, schema }: Fixture): Promise<void> => {
  const server = await serveHere({
    ...place.environment,
    ANNOTARY_PUBLIC_URL: recorded.publicUrl,
    ANNOTARY_ROLES: "api",
  })
  try {
    await assertAnswers(apiOf(server.url, recorded.keys.admin), recorded, changedSince(schema, "members"))
    expectStatus(await apiOf(server.url, recorded.keys.ann).call("GET", "/user/"), 200)
  } finally {
    await server.stop()
  }
}

describe.each(["sqlite", "postgres"] as const)("a server of an earlier release on %s", (storage) => {
  it.each(fixturesOf(storage))(
    "with schema $schema keeps every row, every archive's root and every answer",
    async (fixture) => {
      const place = await storages[storage](`${fixture.schema}`)
      try {
        await upgrade(place, fixture)
        await assertServed(place, fixture)
      } finally {
        await place.remove()
      }
    },
    120_000,
  )
})
