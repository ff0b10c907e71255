import { assert, describe, it } from "vitest"
import { maxOverlap as mostLabels } from "../../../src/pages/datasetFields/overlap.ts"
import {
  findLabelCommand,
  findTakeCommand,
} from "../../../src/workbench/panels/adjudication/useAdjudicationCommands.ts"

describe("the keys of adjudication", () => {
  it("show and take the label of each person, of as many as can label a sample", () => {
    const letters = Array.from({ length: mostLabels }, (_, index) => String.fromCharCode(65 + index))
    assert.strictEqual(letters.at(-1), "J")
    for (const find of [findLabelCommand, findTakeCommand]) {
      const commands = letters.map(find)
      assert.notInclude(commands, undefined)
      assert.strictEqual(new Set(commands).size, mostLabels)
    }
  })
})
