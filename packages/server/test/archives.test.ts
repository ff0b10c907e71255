/** `annotary archive` and `annotary restore`: between databases, killed, and with files that are wrong. */
import { execFileSync, spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { gunzipSync, gzipSync } from "node:zlib"
import { createEngine, type Engine } from "@annotary/core"
import { memory } from "@annotary/core/memory"
import { postgres } from "@annotary/storage-postgres"
import { sqlite } from "@annotary/storage-sqlite"
import type {} from "@annotary/test-support/globalSetup"
import {
  type ArchivedFile,
  addArchivableDataset,
  collectFiles,
  listStableFiles,
  readRoot,
  toParts,
} from "@annotary/test-support/storage"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { type Environment, ensureBuilt } from "./support/childServer.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-archives-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storages = {
  memory: () => memory(),
  SQLite: () => sqlite({ filename: join(folder, `${randomUUID()}.db`) }),
  Postgres: () => postgres({ url: inject("postgresUrl"), schema: `a_${randomUUID().replaceAll("-", "")}` }),
}
type Storage = keyof typeof storages
const names = Object.keys(storages) as ReadonlyArray<Storage>

const anEngine = (storage: Storage): Promise<Engine> =>
  createEngine({ storage: storages[storage](), worker: false })

describe("an archive", () => {
  const written = new Map<Storage, ReadonlyArray<ArchivedFile>>()
  let id = ""

  it("of one dataset is the same on every storage that it is restored on, from any other", async () => {
    await using first = await anEngine("memory")
    const { dataset, ref } = await addArchivableDataset(first)
    id = dataset.id
    const original = await collectFiles(first.archives.read(ref))
    written.set("memory", original)
    for (const [from, to] of [
      ["memory", "SQLite"],
      ["SQLite", "Postgres"],
      ["Postgres", "memory"],
      ["memory", "Postgres"],
      ["Postgres", "SQLite"],
      ["SQLite", "memory"],
    ] as const) {
      await using engine = await anEngine(to)
      const files = written.get(from) ?? []
      const { content } = await engine.archives.restore(toParts(files))
      const again = await collectFiles(engine.archives.read(ref))
      assert.strictEqual(content, readRoot(original), `${from} to ${to}`)
      assert.strictEqual(readRoot(again), readRoot(original), `${from} to ${to}`)
      assert.deepStrictEqual(listStableFiles(again), listStableFiles(original), `${from} to ${to}`)
      written.set(to, again)
    }
    assert.sameMembers([...written.keys()], [...names])
    assert.isNotEmpty(id)
  }, 120_000)
})

describe("the commands", () => {
  const environment = (name: string): Environment => ({
    ANNOTARY_DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`,
    ANNOTARY_DATA_DIR: join(folder, `${name}-data`),
  })
  const archive = join(folder, "streets.annotary.tar.gz")
  let content = ""

  const text = async (name: string, ...words: ReadonlyArray<string>): Promise<string> => {
    const { code, stderr, stdout } = await annotary(words, environment(name))
    assert.strictEqual(code, 0, stderr)
    return stdout
  }
  const failure = async (name: string, ...words: ReadonlyArray<string>): Promise<string> => {
    const { code, stderr, stdout } = await annotary(words, environment(name))
    assert.strictEqual(code, 1, stdout)
    return stderr
  }

  beforeAll(async () => {
    await ensureBuilt()
    const storage = sqlite({
      filename: join(folder, "source.db"),
      blobs: join(folder, "source-data", "files"),
    })
    await using engine = await createEngine({ storage, worker: false })
    await addArchivableDataset(engine)
  }, 120_000)

  it("write a file that tar reads, and restore it with the same root", async () => {
    const printed = await text("source", "archive", "Acme/streets", archive)
    assert.match(printed, / 6 {2}samples\n/)
    content = /^content {2}([0-9a-f]{64})$/m.exec(printed)?.[1] ?? ""
    assert.isFalse(existsSync(`${archive}.part`))
    const listed = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" }).split("\n")
    assert.strictEqual(listed[0], "archive.json")
    assert.include(listed, "records/samples/000001.jsonl")
    const restored = JSON.parse(await text("target", "restore", archive, "--json"))
    assert.deepInclude(restored, { dataset: "Acme/streets", content })
    assert.sameMembers(restored.created_accounts, ["Acme", "Bob", "ann"])
    const again = join(folder, "again.tar.gz")
    assert.include(await text("target", "archive", "Acme/streets", again), content)
  }, 60_000)

  it("do not overwrite a file, and do not restore a dataset that exists", async () => {
    assert.include(
      await failure("source", "archive", "Acme/streets", archive),
      "exists. Nothing was written.",
    )
    assert.include(
      await failure("source", "archive", "Acme/none", join(folder, "none")),
      "Dataset not found.",
    )
    assert.isFalse(existsSync(join(folder, "none.part")))
    assert.include(await failure("target", "restore", archive), "already exists")
    assert.include(
      await failure("target", "restore", archive, "--as", "Acme/other"),
      "This server already contains the dataset of this archive. Delete it first.",
    )
  }, 60_000)

  it("refuse files that were cut off or changed, and paths that are none of an archive", async () => {
    const bytes = readFileSync(archive)
    const plain = gunzipSync(bytes)
    const changed = Uint8Array.from(plain)
    const at = plain.indexOf('"readme":"')
    changed[at + 10] = 0x21
    const files: ReadonlyArray<readonly [Uint8Array, RegExp]> = [
      [bytes.subarray(0, bytes.length >> 1), /cannot be restored: it was cut off/],
      [
        gzipSync(plain.subarray(0, plain.length >> 1)),
        /cut off|Unexpected end|is shorter than its size says|end\.json is missing: the archive/,
      ],
      [gzipSync(changed), /was changed: its Merkle root differs|must be a JSON object/],
      [Buffer.from("nothing"), /cannot be restored: it is not a tar file in gzip/],
      [gzipSync(Buffer.alloc(1024)), /archive\.json must be the first file/],
    ]
    for (const [wrong, says] of files) {
      const path = join(folder, "wrong.tar.gz")
      writeFileSync(path, wrong)
      const said = await failure("wrong", "restore", path)
      assert.match(said.split("\n").at(-2) ?? "", says)
    }
    assert.match(await failure("wrong", "restore", join(folder, "nowhere")), /there is no such file/)
    assert.notInclude(await text("wrong", "dataset", "list"), "streets")
    await text("wrong", "restore", archive)
  }, 120_000)

  it("read standard input and write standard output", async () => {
    const { stdout } = await new Promise<{ readonly stdout: string }>((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [
          "-e",
          `const { spawn } = require("node:child_process")
           const [command, ...rest] = process.argv.slice(1)
           const out = spawn(command, [...rest, "archive", "Acme/streets", "-"], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ANNOTARY_DATABASE_URL: process.env.SOURCE, ANNOTARY_DATA_DIR: process.env.SOURCE_DATA } })
           const into = spawn(command, [...rest, "restore", "-"], { stdio: [out.stdout, "inherit", "inherit"] })
           into.on("exit", (code) => process.exit(code))`,
          process.execPath,
          join(import.meta.dirname, "../bin/annotary.js"),
        ],
        {
          stdio: ["ignore", "pipe", "pipe"],
          env: {
            ...process.env,
            ...environment("piped"),
            SOURCE: environment("source").ANNOTARY_DATABASE_URL,
            SOURCE_DATA: environment("source").ANNOTARY_DATA_DIR,
          },
        },
      )
      let [stdout, stderr] = ["", ""]
      child.stdout.on("data", (data) => {
        stdout += data
      })
      child.stderr.on("data", (data) => {
        stderr += data
      })
      child.on("exit", (code) => (code === 0 ? resolve({ stdout }) : reject(new Error(stderr))))
    })
    assert.include(stdout, content)
  }, 60_000)

  it("leave nothing when the process is killed in the middle, and restore the next time", async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../bin/annotary.js"), "restore", "-"], {
      stdio: ["pipe", "ignore", "pipe"],
      env: { ...process.env, ...environment("killed") },
    })
    // Most of the archive, and then nothing more.
    const bytes = readFileSync(archive)
    child.stdin.write(bytes.subarray(0, Math.floor(bytes.length * 0.9)))
    await sleep(6000)
    child.kill("SIGKILL")
    await new Promise((resolve) => child.on("exit", resolve))
    assert.notInclude(await text("killed", "dataset", "list"), "streets")
    // The lease of the killed process ends after half a minute; until then each attempt is refused.
    for (let attempt = 0; ; attempt++) {
      const { code, stderr, stdout } = await annotary(["restore", archive], environment("killed"))
      if (code === 0) {
        assert.include(stdout, content)
        break
      }
      assert.include(stderr, "This dataset is being restored or deleted. Try again in a minute.")
      assert.isBelow(attempt, 30)
      await sleep(attempt === 0 ? 20_000 : 2000)
    }
  }, 120_000)
})
