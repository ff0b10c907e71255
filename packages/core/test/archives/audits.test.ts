/** Archives of audits: without those of releases that were deleted, and of versions in which plans had no number. */
import { testEngine } from "@annotary/core/testing"
import { type ArchivedFile, collectFiles, readText, toParts } from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"
import { computeContentRoot } from "../../src/archives/contentRoot.ts"
import { computeSha256Bytes } from "../../src/domain/digest.ts"
import { makeMerkleRoot } from "../../src/releases/merkle.ts"
import { begin, findCode, makeAuditWorld, ref } from "../audits/world.ts"

const exclusions = "records/audit-exclusions/000001.jsonl"

/** The same archive as version 7 wrote it before plans had numbers. */
const makeOld = (files: ReadonlyArray<ArchivedFile>): ReadonlyArray<ArchivedFile> => {
  const end = JSON.parse(readText(files, "end.json"))
  const { "audit-exclusions": _, ...sections } = end.sections
  const texts = new Map<string, string>()
  for (const section of ["release-audits", "audit-draws"]) {
    const file = `records/${section}/000001.jsonl`
    const text = readText(files, file).replace(
      /"(unit|object|plan|failure|draws|not_checked|revised)":[^,}]+,/g,
      "",
    )
    const merkle = makeMerkleRoot()
    for (const line of text.trimEnd().split("\n")) merkle.add(computeSha256Bytes(line))
    sections[section] = { records: merkle.count(), sha256: merkle.hex() }
    texts.set(file, text)
  }
  texts.set("archive.json", readText(files, "archive.json").replace('"version":11', '"version":7'))
  texts.set("end.json", JSON.stringify({ sections, content: computeContentRoot(sections) }))
  return files.flatMap(([name, bytes]): ReadonlyArray<ArchivedFile> => {
    const text = texts.get(name)
    return name === exclusions ? [] : [[name, text === undefined ? bytes : new TextEncoder().encode(text)]]
  })
}

describe("an archive", () => {
  it("has no exclusions of an audit whose release was deleted", async () => {
    await using test = await makeAuditWorld(2)
    const ann = test.engine.as("ann")
    await begin(test, "v1")
    const listNames = async () => (await collectFiles(test.engine.archives.read(ref))).map(([name]) => name)
    assert.include(await listNames(), exclusions)
    await ann.releases.remove(ref, "v1")
    assert.isFalse((await listNames()).some((name) => /^records\/(release-)?audit/.test(name)))
  })

  it("of version 7 may have audits without a numbered plan, which take no more work", async () => {
    await using source = await makeAuditWorld(2)
    const { id } = await begin(source, "v1")
    const files = makeOld(await collectFiles(source.engine.archives.read(ref)))
    assert.notMatch(readText(files, "records/release-audits/000001.jsonl"), /"plan"|"draws"/)
    await using target = await testEngine()
    await target.engine.archives.restore(toParts(files))
    const [audit] = await target.engine.releaseAudits.list(ref, "v1")
    assert.include(
      { ...audit },
      { id, unit: "samples", plan: null, failure: null, draws: 0, notChecked: 0, revised: 0 },
    )
    assert.strictEqual(await findCode(target.engine.releaseAudits.claim(ref, "v1", id)), "audit_closed")
  })
})
