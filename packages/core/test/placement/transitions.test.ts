import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { LabelStatus } from "../../src/domain/Label.ts"
import { isOpen, transitions } from "../../src/placement/transitions.ts"

const off = Schema.decodeSync(DatasetSettings)({
  enable_prelabeling: false,
  enable_skip_labeling: false,
  enable_skip_reviewing: false,
  enable_save_button: false,
  enable_label_status_verified: false,
})
const on: DatasetSettings = {
  ...off,
  enablePrelabeling: true,
  enableSkipLabeling: true,
  enableSkipReviewing: true,
  enableSaveButton: true,
  enableLabelStatusVerified: true,
}

/** The table of the product specification, a line a row, and the transition of models. */
const table = `
prelabeling prelabel model -,PRELABELED PRELABELED switched
labeling submit labeler -,PRELABELED,REJECTED,SKIPPED,LABELING_IN_PROGRESS LABELED always
labeling save labeler -,PRELABELED,REJECTED,SKIPPED,LABELING_IN_PROGRESS LABELING_IN_PROGRESS switched
labeling skip labeler -,PRELABELED,REJECTED,SKIPPED,LABELING_IN_PROGRESS SKIPPED switched
reviewing accept reviewer LABELED,REVIEWING_IN_PROGRESS REVIEWED always
reviewing reject reviewer LABELED,REVIEWING_IN_PROGRESS REJECTED always
reviewing save reviewer LABELED,REVIEWING_IN_PROGRESS REVIEWING_IN_PROGRESS switched
reviewing skip reviewer LABELED,REVIEWING_IN_PROGRESS SKIPPED switched
- verify manager REVIEWED VERIFIED switched
`

describe("the table of states", () => {
  it("is the one of the specification, and that of models", () => {
    const rows = transitions.map(({ action, condition, from, queue, to, who }) =>
      [
        queue ?? "-",
        action,
        who,
        from.map((status) => status ?? "-").join(),
        to,
        condition === undefined ? "always" : "switched",
      ].join(" "),
    )
    assert.deepStrictEqual(rows, table.trim().split("\n"))
  })

  it("opens a row from its states, with its switch on", () => {
    for (const row of transitions) {
      for (const from of [null, ...LabelStatus.literals]) {
        assert.strictEqual(isOpen(row, from, on), row.from.includes(from))
        assert.strictEqual(isOpen(row, from, off), row.from.includes(from) && row.condition === undefined)
      }
    }
  })
})
