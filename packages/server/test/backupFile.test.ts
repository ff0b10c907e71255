/** The file of a backup: what is not whole, or not a backup, is refused by name before anything of it is used. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { BlobStore, StorageFailure } from "@annotary/core/effect"
import { Effect, Option, Stream } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { BackupFile } from "../src/backup/BackupFile.ts"
import { formatName, formatVersion, type Manifest } from "../src/backup/manifest.ts"
import { stageBackup } from "../src/backup/stageBackup.ts"
import { addFiles, putFiles } from "../src/backup/storedFiles.ts"
import { type Change, rewritten } from "./support/rewritten.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-backup-file-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest: Manifest = {
  format: formatName,
  version: formatVersion,
  created_at: "2026-11-23T15:00:00.000Z",
  annotary: "1.0.0",
  storage: "sqlite",
  schema: 28,
  files: "entries",
}

const whole = join(folder, "whole.tar.gz")
beforeAll(async () => {
  const file = await BackupFile.create(whole, manifest)
  await file.add("database.sqlite", 6, [Buffer.from("abc"), Buffer.from("def")])
  await file.add("files/assets/1", 300_000, [Buffer.alloc(300_000, "x")])
  await file.add("files/assets/2", 0, [])
  await file.finish()
  await file.discard()
})

let places = 0
const stage = (path: string) => stageBackup(path, join(folder, `stage ${++places}`), () => {})

const refusal = async (path: string): Promise<string> => {
  const problem = await stage(path).then(
    () => "accepted",
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )
  return problem.replace(`${path} `, "").replace(" Nothing was restored.", "")
}

const changed = async (change: Change, more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const path = join(folder, `changed ${++places}.tar.gz`)
  await rewritten(whole, path, change, more)
  return await refusal(path)
}

const same: Change = (_, text) => text

const unchanged = (file: Uint8Array, content: Buffer): boolean => {
  try {
    return gunzipSync(file).equals(content)
  } catch {
    return false
  }
}

describe("the file of a backup", () => {
  it("is read as it was written", async () => {
    const staged = await stage(whole)
    assert.deepStrictEqual(staged.manifest, manifest)
    assert.deepStrictEqual(
      staged.entries.map(({ name, size }) => [name, size]),
      [
        ["database.sqlite", 6],
        ["files/assets/1", 300_000],
        ["files/assets/2", 0],
      ],
    )
    assert.strictEqual(readFileSync(join(staged.folder, "database.sqlite"), "utf8"), "abcdef")
    assert.strictEqual(await changed(same), "accepted")
  })

  it("is refused when it was cut anywhere", async () => {
    const bytes = readFileSync(whole)
    for (const length of [0, 1, 10, 200, bytes.length >> 1, bytes.length - 9, bytes.length - 1]) {
      const path = join(folder, `cut ${length}`)
      writeFileSync(path, bytes.subarray(0, length))
      assert.oneOf(await refusal(path), ["is cut off.", "is empty."], `${length} bytes`)
    }
    assert.strictEqual(
      await changed((name, text) => (name === "end.json" ? null : text)),
      "is cut off: its end is missing.",
    )
  })

  it("is refused when any byte of its content was changed", async () => {
    const bytes = readFileSync(whole)
    const content = gunzipSync(bytes)
    for (let at = 20; at < bytes.length; at += 41) {
      const path = join(folder, "flipped")
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ 0x55
      writeFileSync(path, copy)
      // Not every bit of a gzip file counts: some have the same content with another value.
      const expected = unchanged(copy, content)
        ? /^accepted$/
        : /^(was changed or is damaged|is cut off|is not a backup of a server)/
      assert.match(await refusal(path), expected, `byte ${at}`)
    }
    assert.strictEqual(
      await changed((name, text) => (name === "database.sqlite" ? "abcdeF" : text)),
      "was changed or is damaged: the SHA-256 of database.sqlite is not the recorded one.",
    )
  })

  it("is refused with other entries than those that it lists", async () => {
    assert.strictEqual(
      await changed((name, text) => (name === "files/assets/2" ? null : text)),
      "lacks the entry files/assets/2.",
    )
    assert.strictEqual(
      await changed((name, text) =>
        name === "end.json" ? text.replace(/,\s*\{[^}]*assets\/2[^}]*\}/, "") : text,
      ),
      "has entries that are not listed at its end.",
    )
    assert.strictEqual(await changed(same, { "files/late": "" }), "has the entry files/late after its end.")
    for (const name of [
      "files/../../etc",
      "/etc/passwd",
      "files/.hidden",
      "tables/Users/000001.copy",
      "database.sqlite",
    ]) {
      const path = join(folder, `odd ${++places}.tar.gz`)
      await rewritten(whole, path, (entry, text) => (entry === "end.json" ? null : text), { [name]: "x" })
      assert.strictEqual(await refusal(path), `has the entry "${name}", which does not belong into a backup.`)
    }
  })

  it("is refused when it is something else, or of another version", async () => {
    const text = join(folder, "text")
    writeFileSync(text, "hello")
    assert.strictEqual(await refusal(text), "is not a backup of a server.")
    const first = (change: (text: string) => string) =>
      changed((name, text) => (name === "backup.json" ? change(text) : text))
    assert.strictEqual(await first(() => "{"), "is not a backup of a server.")
    assert.strictEqual(
      await first((json) => json.replace(formatName, "other")),
      "is not a backup of a server.",
    )
    assert.match(
      await first((json) => json.replace('"version": 1', '"version": 2')),
      /^has version 2 of the format, /,
    )
    assert.strictEqual(
      await first((json) => json.replace('"sqlite"', '"oracle"')),
      "has a backup.json that cannot be read.",
    )
    assert.strictEqual(
      await changed((name, text) => (name === "backup.json" ? null : text)),
      "is not a backup of a server.",
    )
  })

  it("is never written over another file, not even one that appears while it is written", async () => {
    const out = join(folder, "late.tar.gz")
    const file = await BackupFile.create(out, manifest)
    writeFileSync(out, "mine")
    const problem = await file.finish().catch((cause: unknown) => String(cause))
    await file.discard()
    assert.include(String(problem), "exists and is not overwritten")
    assert.strictEqual(readFileSync(out, "utf8"), "mine")
  })

  it("of two that are written to one name at once is the second, and the first fails", async () => {
    const out = join(folder, "twice.tar.gz")
    const first = await BackupFile.create(out, manifest)
    const second = await BackupFile.create(out, { ...manifest, schema: 29 })
    const problem = await first.finish().catch((cause: unknown) => String(cause))
    assert.include(String(problem), "Another backup")
    await first.discard()
    await second.finish()
    await second.discard()
    assert.strictEqual((await stage(out)).manifest.schema, 29)
  })

  it("is not finished with an entry that changed its size", async () => {
    const file = await BackupFile.create(join(folder, "sizes.tar.gz"), manifest)
    for (const bytes of ["ab", "abcd"]) {
      const problem = await file
        .add("files/a", 3, [Buffer.from(bytes)])
        .catch((cause: unknown) => String(cause))
      assert.include(String(problem), "files/a changed its size while it was read")
    }
    await file.discard()
  })
})

describe("the files of a server", () => {
  it("that vanish between two calls are counted, and one that cannot be read ends the backup", async () => {
    const file = await BackupFile.create(join(folder, "files.tar.gz"), manifest)
    const failure = new StorageFailure({
      operation: "BlobStore.get",
      transient: false,
      cause: new Error("EIO"),
    })
    let sizes = 0
    const store = (later: Option.Option<number>) =>
      BlobStore.of({
        put: () => Effect.die("unused"),
        remove: () => Effect.die("unused"),
        size: (key) => Effect.sync(() => (key === "there" || sizes++ === 0 ? Option.some(3) : later)),
        get: (key) => (key === "there" ? Stream.make(Buffer.from("abc")) : Stream.die(failure)),
      })
    const add = (keys: ReadonlyArray<string>, later: Option.Option<number>) => {
      sizes = 0
      return Effect.runPromise(
        Effect.provideService(Effect.either(addFiles(file, keys)), BlobStore, store(later)),
      )
    }
    assert.deepInclude(await add(["there", "gone", "gone"], Option.none()), {
      _tag: "Right",
      right: ["gone"],
    })
    assert.strictEqual(file.files, 1)
    const broken = await add(["broken"], Option.some(3))
    assert.strictEqual(broken._tag === "Left" && broken.left.message, "The file broken cannot be read: EIO.")
    await file.discard()
  })

  it("are put into a store that lacks them, and never over another file", async () => {
    const backup = await stage(whole)
    const stored = new Map([["assets/2", ""]])
    const store = BlobStore.of({
      put: (key, bytes) =>
        Stream.runFold(bytes, "", (text, chunk) => text + Buffer.from(chunk).toString()).pipe(
          Effect.map((text) => stored.set(key, text).size),
        ),
      remove: () => Effect.die("unused"),
      size: (key) =>
        Effect.sync(() => Option.map(Option.fromNullable(stored.get(key)), ({ length }) => length)),
      get: (key) => Stream.make(Buffer.from(stored.get(key) ?? "")),
    })
    const put = () =>
      Effect.runPromise(Effect.provideService(Effect.either(putFiles(backup)), BlobStore, store))
    assert.strictEqual((await put())._tag, "Right")
    assert.deepStrictEqual([...stored.keys()], ["assets/2", "assets/1"])
    assert.strictEqual(stored.get("assets/1"), "x".repeat(300_000))
    stored.set("assets/1", "mine")
    const refused = await put()
    assert.include(refused._tag === "Left" ? refused.left.message : "", "another file under assets/1")
    assert.strictEqual(stored.get("assets/1"), "mine")
  })
})
