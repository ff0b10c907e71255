/** The commands as an operator and as a script use them: text, JSON, and exit codes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Database from "better-sqlite3"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { formatHelp, formatJsonMarkdown } from "../src/cli/help.ts"
import { annotary } from "./support/annotary.ts"
import { textMember } from "./support/api.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-commands-"))
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const run = (...words: ReadonlyArray<string>) => annotary(words, environment)

const text = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await run(...words)
  assert.strictEqual(code, 0, stderr)
  return stdout.trimEnd()
}

/** The one JSON document of a command that succeeds. */
const json = async (...words: ReadonlyArray<string>): Promise<unknown> => {
  const printed = await text(...words, "--json")
  assert.notInclude(printed, "\n")
  return JSON.parse(printed)
}

/** The last line on standard error of a command that fails. */
const failure = async (...words: ReadonlyArray<string>): Promise<{ readonly [name: string]: unknown }> => {
  const { code, stderr, stdout } = await run(...words, "--json")
  assert.strictEqual(stdout, "")
  const lines = stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
  const last = lines.at(-1)
  assert.strictEqual(last.exit_code, code)
  assert.strictEqual(last.level, "error")
  assert.isString(last.message)
  return last
}

beforeAll(async () => {
  assert.strictEqual((await run("user", "create", "ada", "--email", "ada@example.org")).code, 0)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("accounts", () => {
  it("are created, disabled and enabled", async () => {
    assert.strictEqual(await text("user", "create", "eve"), "user eve created")
    assert.deepInclude(await json("user", "create", "acme", "--organization"), {
      username: "acme",
      is_organization: true,
      is_site_admin: false,
    })
    await text("user", "create", "bob")
    assert.match(await text("user", "disable", "bob"), /^user bob disabled;/)
    assert.match(await text("user", "list"), /^bob +person .* disabled \d{4}-/m)
    assert.deepInclude(await json("user", "enable", "bob"), { username: "bob", disabled_at: null })
    assert.match(await text("user", "enable", "bob"), /^user bob enabled;/)
    const users = await json("user", "list")
    assert.isTrue(Array.isArray(users))
    assert.sameMembers(Array.isArray(users) ? users.map((user) => textMember(user, "username")) : [], [
      "ada",
      "acme",
      "bob",
      "eve",
    ])
    assert.deepInclude(await json("member", "add", "acme", "ada", "admin"), {
      username: "ada",
      organization_role: "admin",
    })
  }, 60_000)

  it("have keys whose secret is part of the JSON only when they are created", async () => {
    const created = await json("api-key", "create", "ada")
    assert.match(textMember(created, "key"), /^ann_/)
    const id = textMember(created, "id")
    const listed = await json("api-key", "list", "ada")
    assert.isTrue(Array.isArray(listed) && listed.every((key) => !("key" in key)))
    assert.deepStrictEqual(await json("api-key", "revoke", id), { id, revoked: true })
  }, 60_000)
})

describe("quotas", () => {
  it("are set by name, shown with their use, and removed with none", async () => {
    await text("user", "create", "umbrella", "--organization")
    const set = await json(
      "quota",
      "set",
      "umbrella",
      "--samples",
      "10",
      "--bytes",
      "2TiB",
      "--requests-per-minute",
      "60",
    )
    assert.deepStrictEqual(set, {
      organization: "umbrella",
      samples: { limit: 10, used: 0 },
      bytes: { limit: 2 * 1024 ** 4, used: 0 },
      requests_per_minute: { limit: 60 },
    })
    assert.match(await text("quota", "set", "umbrella", "--samples", "none"), /^samples +none +0$/m)
    assert.match(await text("quota", "get", "umbrella"), /^requests a minute +60/m)
    assert.match(await text("quota", "set", "umbrella", "--bytes", "0"), /^bytes +0 +0$/m)
    assert.match(await text("quota", "set", "umbrella", "--bytes", "none"), /^bytes +none +0$/m)
  }, 60_000)

  it("need a limit that is a whole number, and an organization", async () => {
    assert.include((await failure("quota", "set", "umbrella", "--samples", "1.5")).message, "whole number")
    assert.include((await failure("quota", "set", "umbrella", "--bytes", "1GB")).message, "such as 500GiB")
    assert.include((await failure("quota", "set", "umbrella")).message, "--bytes or --requests-per-minute")
    assert.strictEqual((await failure("quota", "get", "ada")).exit_code, 1)
  }, 60_000)
})

describe("one-time links", () => {
  it("sign a person in once, and are printed alone on standard output", async () => {
    const on = { ...environment, ANNOTARY_CONSOLE: "on", ANNOTARY_PUBLIC_URL: "https://label.example" }
    const link = await annotary(["token", "ada"], on)
    assert.match(link.stdout, /^https:\/\/label\.example\/console\/sign-in#t=[\w-]{43}\n$/)
    assert.match(link.stderr, /^Signs ada in once, until \d{4}-/)
    const { stdout } = await annotary(["token", "ada", "--json"], on)
    const result: unknown = JSON.parse(stdout)
    assert.hasAllKeys(result, ["user", "url", "expires_at"])
    assert.notInclude(stdout, link.stdout.trim())
    const unknown = await annotary(["token", "nobody"], on)
    assert.deepStrictEqual([unknown.code, unknown.stdout], [1, ""])
  }, 60_000)

  it("are refused where they would not work", async () => {
    const off = await annotary(["token", "ada"], { ...environment, ANNOTARY_CONSOLE: "off" })
    assert.strictEqual(off.code, 1)
    assert.match(off.stderr, /ANNOTARY_CONSOLE/)
    const somewhere = await annotary(["token", "ada"], {
      ...environment,
      ANNOTARY_CONSOLE: "on",
      ANNOTARY_PORT: "0",
    })
    assert.strictEqual(somewhere.code, 1)
    assert.match(somewhere.stderr, /ANNOTARY_PUBLIC_URL/)
  }, 60_000)
})

describe("datasets", () => {
  it("are imported, listed, exported and verified", async () => {
    const source = join(folder, "street")
    writeFileSync(
      `${source}.ndjson`,
      `{"name":"a","attributes":{"image":{"url":"https://x.example/a.png"}}}\n`,
    )
    const imported = await run(
      "import",
      `${source}.ndjson`,
      "--dataset",
      "ada/street",
      "--create",
      "vector",
      "--json",
    )
    assert.deepStrictEqual(JSON.parse(imported.stdout), {
      created: 1,
      existing: 0,
      labels: 0,
      kept: 0,
      failed: 0,
    })
    for (const line of imported.stderr.trimEnd().split("\n")) assert.isString(JSON.parse(line).message)
    assert.match(await text("dataset", "list"), /^ada\/street +vector +1 /m)
    const mine = await json("dataset", "list", "--owner", "ada")
    assert.isTrue(Array.isArray(mine) && mine.length === 1)
    assert.deepStrictEqual(await json("dataset", "list", "--owner", "bob"), [])
    const file = join(folder, "street.release")
    assert.deepStrictEqual(await json("export", "ada/street", file), {
      dataset: "ada/street",
      release: null,
      file,
    })
    assert.deepInclude(await json("verify", file), { ok: true, samples_count: 1, problems: [] })
    assert.match(await text("verify", file), /\nverified: whole and unchanged$/)
    const lines = (await text("check", "ada/street", "--json")).split("\n").map((line) => JSON.parse(line))
    assert.deepInclude(lines.at(-1), { type: "summary", samples: 1, labels: 0 })
  }, 60_000)

  it("are shared with a role that a second call changes, and unshared", async () => {
    assert.strictEqual(
      await text("dataset", "share", "ada/street", "bob"),
      "bob is now labeler in ada/street",
    )
    const changed = await json("dataset", "share", "ada/street", "bob", "--role", "reviewer")
    assert.deepInclude(changed, { username: "bob", organization_role: "reviewer" })
    assert.strictEqual(
      await text("dataset", "unshare", "ada/street", "bob"),
      "bob is no longer a collaborator in ada/street",
    )
    assert.deepInclude(await failure("dataset", "unshare", "ada/street", "bob"), {
      code: "collaborator_not_found",
      exit_code: 1,
    })
    assert.deepInclude(await failure("dataset", "share", "ada/street", "bob", "--role", "boss"), {
      code: "usage",
      exit_code: 2,
    })
    assert.match(String((await failure("dataset", "share", "ada/street", "ada")).message), /own/i)
  }, 60_000)

  it("are frozen, which refuses changes until they are unfrozen; both may be repeated", async () => {
    assert.strictEqual(
      await text("dataset", "freeze", "ada/street"),
      "ada/street is frozen: it can only be read",
    )
    await text("dataset", "freeze", "ada/street")
    assert.match(await text("dataset", "list"), /^ada\/street .* frozen /m)
    const again = join(folder, "street.ndjson")
    writeFileSync(again, `{"name":"b","attributes":{"image":{"url":"https://x.example/b.png"}}}\n`)
    assert.strictEqual((await run("import", again, "--dataset", "ada/street")).code, 1)
    assert.deepInclude(await json("dataset", "unfreeze", "ada/street"), { archived: false })
    assert.strictEqual((await run("import", again, "--dataset", "ada/street")).code, 0)
  }, 60_000)
})

describe("jobs", () => {
  it("are listed by status, and one that failed runs again", async () => {
    assert.deepStrictEqual(await json("job", "list"), [])
    const database = new Database(join(folder, "a.db"))
    const dataset = database.prepare("SELECT id FROM datasets").get()
    const id = "01a208e2-e0dd-7003-9a63-33b644647228"
    database
      .prepare(
        `INSERT INTO jobs (dataset_id, id, kind, payload, status, done, attempts, error, created_at, created_by)
        VALUES (?, ?, 'purge', '{}', 'FAILED', 0, 5, 'no luck', '2026-11-20T13:25:01.123456Z', 'ada')`,
      )
      .run(textMember(dataset, "id"), id)
    database.close()
    assert.match(await text("job", "list"), /^01a208e2-\S+ +purge +FAILED .* ada +5 +no luck$/m)
    assert.deepInclude(await json("job", "retry", id), {
      uuid: id,
      status: "PENDING",
      attempts: 0,
      error: null,
    })
    assert.deepStrictEqual(await json("job", "list"), [])
    assert.lengthOf(Object(await json("job", "list", "--status", "all")), 1)
    assert.deepInclude(await failure("job", "retry", id), { code: "wrong_state", exit_code: 1 })
    assert.deepInclude(await failure("job", "retry", "nothing"), { code: "job_not_found", exit_code: 1 })
    assert.strictEqual((await run("job", "list", "--status", "odd")).code, 2)
  }, 60_000)
})

describe("exit codes", () => {
  it("are 0 for done, 1 for failed and 2 for wrong usage, with a code in the JSON", async () => {
    assert.strictEqual((await run("doctor")).code, 0)
    assert.deepInclude(await failure("user", "create", "ada"), { code: "user_already_exists", exit_code: 1 })
    assert.deepInclude(await failure("dataset", "freeze", "ada/none"), {
      code: "dataset_not_found",
      exit_code: 1,
    })
    assert.deepInclude(await failure("user", "create"), { code: "usage", exit_code: 2 })
    assert.deepInclude(await failure("nothing"), { code: "usage", exit_code: 2 })
    assert.deepInclude(await failure("user", "list", "--port", "high"), {
      code: "invalid_settings",
      exit_code: 1,
      settings: [{ name: "ANNOTARY_PORT", rule: "must be a whole number from 0 to 65535" }],
    })
    assert.deepInclude(await failure("user", "list", "--database-url", "postgres://a:b@127.0.0.1:1/x"), {
      code: "storage_unavailable",
      exit_code: 1,
    })
    const { code, stderr } = await run("user", "create", "ada")
    assert.deepStrictEqual([code, stderr], [1, "annotary: A user with this name already exists.\n"])
  }, 60_000)
})

describe("the README", () => {
  it("says what each command prints as JSON", () => {
    const cells = (markdown: string) => markdown.replaceAll(/ *\| */g, "|").replaceAll(/-{3,}/g, "---")
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    assert.include(cells(readme), cells(formatJsonMarkdown()))
    assert.include(formatHelp(), "--json")
  })
})
