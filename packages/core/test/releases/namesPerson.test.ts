/** Who a line of a release file names. */
import { assert, describe, it } from "vitest"
import { hasPersonName } from "../../src/releases/namesPerson.ts"

const label = {
  label_status: "LABELED",
  attributes: {},
  created_by: "ada",
  updated_by: "ada",
  reviewed_by: null,
}
const sample = {
  uuid: "u",
  name: "s",
  attributes: {},
  assigned_labeler: null,
  assigned_reviewer: null,
  created_by: "ada",
  labels: { truth: label, empty: null },
}
const text = (value: unknown) => JSON.stringify(value)
const head = (owner: string, categories: ReadonlyArray<string> = []) =>
  text({ name: "v1", dataset: { name: "d", owner, task_attributes: { categories }, samples: [] } }).slice(
    0,
    -3,
  )

describe("a line of a release", () => {
  it.each([
    ["the owner", head("grace")],
    ["the creator of a sample", text({ ...sample, created_by: "grace" })],
    ["the creator of a sample that is not the last", `${text({ ...sample, created_by: "grace" })},`],
    ["an assignee", text({ ...sample, assigned_reviewer: "grace" })],
    ["the creator of a label", text({ ...sample, labels: { truth: { ...label, updated_by: "grace" } } })],
    ["a reviewer", text({ ...sample, labels: { empty: null, truth: { ...label, reviewed_by: "grace" } } })],
  ])("names %s", (_, line) => assert.isTrue(hasPersonName(line, "grace")))

  it.each([
    ["a category", head("ada", ["grace"])],
    ["the name of a sample", text({ ...sample, name: "grace" })],
    ["an attribute", text({ ...sample, attributes: { created_by: "grace", grace: 1 } })],
    ["a labelset", text({ ...sample, labels: { grace: label } })],
    [
      "an attribute of a label",
      text({ ...sample, labels: { truth: { ...label, attributes: { owner: "grace" } } } }),
    ],
    ["another person", text({ ...sample, created_by: "grace2" })],
    ["a damaged line", '{"created_by":"grace"'],
    ["the last line", ']},"integrity":{"samples_sha256":"grace"}}'],
  ])("does not name anybody in %s", (_, line) => assert.isFalse(hasPersonName(line, "grace")))
})
