/** The official SDK reads every label whose structure is accepted. Runs where Python has the package `segments-ai`. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { checkConfiguration, checkStructure, TaskType, toJsonText } from "@annotary/core/effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { changed, labels } from "./labels.ts"

const python = process.env.ANNOTARY_PYTHON ?? "python3"
const program = fileURLToPath(new URL("../../../../../examples/python-sdk/corpus.py", import.meta.url))

const hasSdk = (): boolean => {
  try {
    execFileSync(python, ["-c", "import segments"], { stdio: "ignore", timeout: 30_000 })
    return true
  } catch {
    return false
  }
}

/** Sound labels, and such with one value exchanged that are accepted all the same. */
const accepted = (type: TaskType): ReadonlyArray<unknown> =>
  fc
    .sample(fc.oneof(labels[type], labels[type].chain(changed)), { numRuns: 150, seed: 7 })
    .map((label): unknown => JSON.parse(JSON.stringify(label)))
    .filter((label) => checkStructure(label, type).length === 0)
    // The empty object is no label: it is kept as null.
    .filter((label) => JSON.stringify(label) !== "{}")

const recordOf = (type: TaskType, attributes: unknown) => ({
  sample_uuid: "s",
  label_type: type,
  label_status: "LABELED",
  labelset: "ground-truth",
  created_at: "t",
  created_by: "a",
  updated_at: "t",
  attributes,
})

const configuration = {
  categories: [
    {
      id: 1,
      name: "person",
      skeleton: {
        joints: [{ name: "nose", sigma: 0.026 }, { name: "left_eye" }],
        edges: [["nose", "left_eye"]],
        flip: [],
      },
    },
  ],
}

const readsConfiguration = [
  "import json, sys",
  "from segments.typing import TaskAttributes",
  "print(TaskAttributes.model_validate(json.loads(sys.argv[1])).categories[0].name)",
].join("\n")

describe("a configuration with skeletons", () => {
  it("is read by the SDK", (context) => {
    if (!hasSdk())
      return context.skip("Python 3 with the package segments-ai is not to be had on this machine")
    assert.deepStrictEqual(checkConfiguration(toJsonText(configuration), 1_000_000).errors, [])
    const output = execFileSync(python, ["-c", readsConfiguration, JSON.stringify(configuration)], {
      encoding: "utf8",
      timeout: 60_000,
    })
    assert.strictEqual(output, "person\n")
  }, 90_000)
})

describe("every label that is accepted", () => {
  it("is read by the SDK", (context) => {
    if (!hasSdk())
      return context.skip("Python 3 with the package segments-ai is not to be had on this machine")
    const records = TaskType.literals.flatMap((type) => accepted(type).map((label) => recordOf(type, label)))
    assert.isAbove(records.length, 1000)
    const folder = mkdtempSync(join(tmpdir(), "annotary-corpus-"))
    try {
      const file = join(folder, "labels.ndjson")
      writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""))
      const output = execFileSync(python, [program, file], { encoding: "utf8", timeout: 60_000 })
      assert.strictEqual(output, `${records.length} labels read\n`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
