/** Commands where there is no database yet: those that read say so, and nothing makes an empty one for them. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import type { Command } from "../src/cli/Command.ts"
import { commands } from "../src/cli/commands.ts"
import { checkDatabase } from "../src/engine/checkDatabase.ts"
import { type Flags, loadSettings } from "../src/settings/loadSettings.ts"

let folder: string
let before: string
beforeEach(() => {
  before = process.cwd()
  folder = mkdtempSync(join(tmpdir(), "annotary-missing-"))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

const words: { readonly [positional: string]: string } = {
  "OWNER/DATASET": "acme/street",
  "ORGANIZATION|OWNER/DATASET": "acme/street",
  "FOLDER|FILE": "samples.jsonl",
  KIND: "s3",
  ROLE: "labeler",
  NUMBER: "1",
  OUT: "out",
  SUBJECT: "1",
  ID: "0190d2b4-6d3c-7000-8000-000000000000",
}

const optionsFor: { readonly [path: string]: { readonly [option: string]: string } } = {
  "audit answer": { user: "ada" },
  "audit claim": { user: "ada" },
  "audit create": { user: "ada" },
  "audit finish": { user: "ada" },
  "bucket add": { "secret-file": "samples.jsonl" },
  "bucket rotate": { "secret-file": "samples.jsonl" },
  import: { dataset: "acme/street" },
  "quota set": { samples: "1" },
}

/** The message of a command that fails. */
const run = async (command: Command, flags: Flags): Promise<string> => {
  writeFileSync("samples.jsonl", '{"name":"a","attributes":{"image":{"url":"https://a.example/a.png"}}}\n')
  const start = await command.load()
  const settings = Effect.flatMap(loadSettings(flags), (values) => checkDatabase(values, { command, flags }))
  const positionals = command.positionals.map((name) => words[name] ?? "ada")
  const options = optionsFor[command.path.join(" ")] ?? {}
  const { message } = await Effect.runPromise(Effect.flip(start({ positionals, options, flags, settings })))
  return message
}

const find = (...path: ReadonlyArray<string>): Command =>
  commands.find((command) => command.path.join(" ") === path.join(" ")) ?? assert.fail(path.join(" "))

const readers = commands.filter(({ withoutDatabase }) => withoutDatabase === undefined)

describe("a command that needs a database", () => {
  it.each(readers.map((command) => [command.path.join(" "), command] as const))(
    "says that there is none: %s",
    async (name, command) => {
      const flags = { "data-dir": "data", ...(name === "user link" ? openId : {}) }
      assert.match(
        await run(command, flags),
        /^There is no database data\/annotary\.db\. annotary serve makes it/,
      )
      assert.isFalse(existsSync("data"))
    },
  )

  it("does not read the memory of another process", async () => {
    const flags = { "database-url": "memory:" }
    assert.match(await run(find("user", "list"), flags), /^The data is in memory/)
  })
})

const openId = { "openid-issuer": "https://id.example", "openid-client-id": "annotary" }

describe("a database in the earlier place", () => {
  const earlier = () => {
    mkdirSync(".annotary")
    writeFileSync(".annotary/annotary.db", "")
  }

  it("is named by a command that reads, with the ways to use it", async () => {
    earlier()
    const message = await run(find("user", "list"), { "data-dir": "data" })
    assert.include(message, "There is no database data/annotary.db.")
    assert.include(message, join(process.cwd(), ".annotary/annotary.db"))
    assert.include(message, "mv .annotary/annotary.db* data/")
    assert.include(message, "ANNOTARY_DATABASE_URL=sqlite:/")
  })

  const check = (flags: Flags) =>
    Effect.runPromise(
      Effect.either(
        Effect.flatMap(loadSettings(flags), (values) =>
          checkDatabase(values, { command: find("serve"), flags }),
        ),
      ),
    )

  it("stops the server from making another one beside files that belong to it", async () => {
    earlier()
    mkdirSync("data/files", { recursive: true })
    const { _tag } = await check({ "data-dir": "data" })
    assert.strictEqual(_tag, "Left")
    assert.isFalse(existsSync("data/annotary.db"))
  })

  it("does not stop a server with a folder of its own, or one whose database is named", async () => {
    earlier()
    assert.strictEqual((await check({ "data-dir": "new" }))._tag, "Right")
    mkdirSync("data/files", { recursive: true })
    const named = { "data-dir": "data", "database-url": "sqlite:data/annotary.db" }
    assert.strictEqual((await check(named))._tag, "Right")
  })
})
