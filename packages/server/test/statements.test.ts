/** Signed releases on another machine: the file, its statements, a proof and the public keys are all that `annotary verify` needs. */
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { sqlite } from "@annotary/storage-sqlite"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-statements-"))
const environment = {
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, "data"),
}
const path = (name: string) => join(folder, name)

/** A command on the server. */
const serverText = async (...words: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await annotary(words, environment)
  assert.strictEqual(code, 0, stderr)
  return stdout.trimEnd()
}

/** A command without a server and its settings. */
const verify = (...words: ReadonlyArray<string>) => annotary(["verify", ...words], {})

const write = (name: string, text: string | Uint8Array): string => {
  writeFileSync(path(name), text)
  return path(name)
}

let sample = ""

beforeAll(async () => {
  await serverText("user", "create", "ada")
  const engine = await createEngine({
    storage: sqlite({ filename: path("a.db"), blobs: join(folder, "data", "files") }),
  })
  const ada = engine.as("ada")
  await ada.datasets.create({ owner: "ada", name: "streets", category: "other", taskType: "vector" })
  const ref = { _tag: "Name", owner: "ada", name: "streets" } as const
  for (const name of ["1", "2", "3"]) {
    const made = await ada.samples.create(ref, {
      name,
      attributes: '{"image":{"url":"https://x.org/a.png"}}',
    })
    sample = made.sample.id
  }
  await ada.releases.create(ref, { name: "v1" })
  while ((await ada.releases.get(ref, "v1")).status === "PENDING")
    await new Promise((resolve) => setTimeout(resolve, 50))
  await engine.close()
  await serverText("export", "ada/streets", path("v1.json"), "--release", "v1")
  write("statements.json", await serverText("statement", "list", "ada/streets", "v1"))
  write("keys.json", await serverText("signing-key", "list"))
  await serverText("prove", "ada/streets", "v1", sample, path("proof.json"), "--line", path("line.json"))
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("annotary verify", () => {
  const signed = (file = "v1.json", statements = "statements.json", keys = "keys.json") =>
    verify(path(file), "--statements", path(statements), "--keys", path(keys))

  it("verifies a release with its statements and the public keys", async () => {
    const { code, stdout } = await signed()
    assert.strictEqual(code, 0)
    assert.match(stdout, /statement urn:annotary:release-root:v1, signed by [\w-]{43}: verified/)
    assert.match(stdout, /statement urn:annotary:release:v1, signed by [\w-]{43}: verified/)
    assert.match(
      stdout,
      /statement urn:annotary:release-agreement:v1, signed by [\w-]{43}: verified\n {2}none of 3 samples was labeled by several people/,
    )
  }, 60_000)

  it("refuses statements that were changed, of another release, or by an unknown key", async () => {
    const statements = readFileSync(path("statements.json"), "utf8")
    write("changed.json", statements.replace(/"payload":"(.{9})./, '"payload":"$1B'))
    const changed = await signed("v1.json", "changed.json")
    assert.strictEqual(changed.code, 1)
    assert.match(changed.stdout, /The signature does not match/)
    const other = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" })
    write("other.pem", other.toString())
    const unknown = await signed("v1.json", "statements.json", "other.pem")
    assert.strictEqual(unknown.code, 1)
    assert.match(unknown.stdout, /was signed with a key that you did not give/)
    const lines = readFileSync(path("v1.json"), "utf8").trimEnd().split("\n")
    write("cut.json", `${lines.slice(0, -1).join("\n")}\n`)
    const cut = await signed("cut.json")
    assert.strictEqual(cut.code, 1)
    assert.match(cut.stdout, /The file ends before its last line[\s\S]*The statement is about another file/)
    write("empty.json", '{"keys":[]}')
    const keyless = await signed("v1.json", "statements.json", "empty.json")
    assert.strictEqual(keyless.code, 1)
    assert.match(keyless.stderr, /has no Ed25519 public key/)
  }, 120_000)

  it("names the root of the release in the Croissant metadata of an export", async () => {
    const everything = ["--status", "UNLABELED", "--croissant"]
    await serverText(
      "export",
      "ada/streets",
      path("coco"),
      "--format",
      "coco",
      "--release",
      "v1",
      ...everything,
    )
    const { identifier } = JSON.parse(readFileSync(path("coco/croissant.json"), "utf8"))
    const { integrity } = JSON.parse(readFileSync(path("v1.json"), "utf8"))
    assert.deepInclude(identifier, {
      propertyID: "urn:annotary:release-root:v1",
      value: integrity.samples_sha256,
    })
  }, 60_000)

  it("verifies a proof of at most 2 KiB that a sample is in the release", async () => {
    assert.isAtMost(readFileSync(path("proof.json")).length, 2048)
    const proof = ["--proof", "--keys", path("keys.json")]
    const { code, stdout } = await verify(path("proof.json"), ...proof, "--line", path("line.json"))
    assert.strictEqual(code, 0)
    assert.include(stdout, `verified: sample ${sample} is line 2 of the release`)
    write("forged.json", readFileSync(path("line.json"), "utf8").replace('"3"', '"4"'))
    const forged = await verify(path("proof.json"), ...proof, "--line", path("forged.json"))
    assert.strictEqual(forged.code, 1)
    assert.match(forged.stderr, /The proof is about another line/)
  }, 60_000)

  it("asks for the keys that statements and proofs need", async () => {
    const { code, stderr } = await verify(path("proof.json"), "--proof")
    assert.strictEqual(code, 2)
    assert.match(stderr, /--keys/)
  }, 60_000)
})
