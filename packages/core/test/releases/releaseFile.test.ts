import * as crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { ReleaseName, SampleName } from "../../src/domain/Names.ts"
import { ada, at, fileOf, label, sample, uuid } from "./snapshots.ts"

describe("a release file", () => {
  const { text, facts } = fileOf([
    sample(1),
    sample(2, { labels: [label("7", 0.25), label("model.v2")] }),
    sample(3, { attributes: null, labels: [] }),
  ])

  it("is one JSON document with the keys of the contract in their order", () => {
    const file = JSON.parse(text)
    assert.deepStrictEqual(Object.keys(file), ["name", "description", "created_at", "dataset", "integrity"])
    assert.deepStrictEqual(Object.keys(file.dataset), [
      "name",
      "owner",
      "task_type",
      "task_attributes",
      "labelsets",
      "samples",
    ])
    assert.strictEqual(file.dataset.owner, "ada")
    assert.deepStrictEqual(
      file.dataset.labelsets.map((labelset: { name: string }) => labelset.name),
      ["ground-truth", "7", "model.v2"],
    )
    assert.deepStrictEqual(Object.keys(file.dataset.samples[0]), [
      "uuid",
      "name",
      "attributes",
      "metadata",
      "readme",
      "priority",
      "assigned_labeler",
      "assigned_reviewer",
      "created_at",
      "created_by",
      "labels",
    ])
  })

  it("has a key for every labelset, null where there is no label", () => {
    const [first, second, third] = JSON.parse(text).dataset.samples
    assert.deepStrictEqual(new Set(Object.keys(first.labels)), new Set(["ground-truth", "7", "model.v2"]))
    assert.strictEqual(first.labels["7"], null)
    assert.strictEqual(second.labels["ground-truth"], null)
    assert.strictEqual(second.labels["7"].score, 0.25)
    assert.deepStrictEqual(third.labels, { "ground-truth": null, "7": null, "model.v2": null })
    assert.strictEqual(third.attributes, null)
  })

  it("writes the labelsets of a sample in the order of the dataset, numbers too", () => {
    const line = text.split("\n")[1] ?? ""
    const places = ["ground-truth", "7", "model.v2"].map((name) => line.indexOf(`"${name}":`))
    assert.deepStrictEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
  })

  it("holds one sample a line and keeps texts digit for digit", () => {
    const lines = text.split("\n")
    assert.lengthOf(lines, 3 + 2 + 1)
    assert.isTrue(lines[1]?.startsWith(`{"uuid":"${uuid(1001)}"`))
    assert.include(text, '{"at":1700000000123456789}')
    assert.include(text, '"n":1700000000123456789')
  })

  it("is described by its SHA-256, its size and the number of its samples", () => {
    assert.strictEqual(facts.sha256, crypto.createHash("sha256").update(text).digest("hex"))
    assert.strictEqual(facts.sizeBytes, Buffer.byteLength(text))
    assert.strictEqual(facts.samplesCount, 3)
  })

  it("has a Merkle root that does not depend on the release's name", () => {
    const other = fileOf([sample(1), sample(2)], { name: ReleaseName.make("v2") })
    const same = fileOf([sample(1), sample(2)])
    assert.strictEqual(other.facts.samplesSha256, same.facts.samplesSha256)
    assert.notStrictEqual(other.facts.sha256, same.facts.sha256)
    const changed = fileOf([sample(1), sample(2, { metadata: castToJsonText('{"at":1}') })])
    assert.notStrictEqual(changed.facts.samplesSha256, same.facts.samplesSha256)
  })

  it("keeps names, texts and numbers whatever they are", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.double(), (name, readme, priority) => {
        fc.pre(Number.isFinite(priority) && !name.includes("\u0000"))
        const written = sample(1, { name: SampleName.make(name), readme, priority, assignedLabeler: ada })
        const [row] = JSON.parse(fileOf([written]).text).dataset.samples
        assert.deepStrictEqual(
          [row.name, row.readme, row.priority, row.assigned_labeler, row.assigned_reviewer],
          [name, readme, priority === 0 ? 0 : priority, "ada", null],
        )
        assert.deepStrictEqual(row.labels["ground-truth"], {
          label_status: "LABELED",
          attributes: { annotations: [{ id: 1, category_id: 1 }] },
          created_at: at,
          created_by: "ada",
          updated_at: at,
          updated_by: "ada",
          reviewed_at: null,
          reviewed_by: null,
          score: null,
          rating: null,
        })
      }),
    )
  })

  it("of an empty dataset is JSON too", () => {
    const empty = fileOf([])
    assert.deepStrictEqual(JSON.parse(empty.text).dataset.samples, [])
    assert.strictEqual(empty.facts.samplesCount, 0)
  })
})
