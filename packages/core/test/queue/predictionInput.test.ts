import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { refuseMisfit } from "../../src/queue/predictionInput.ts"
import type { Outcome } from "../../src/warnings/CheckResults.ts"

const listMessages = (outcome: Outcome) => refuseMisfit(outcome)?.errors.map(({ message }) => message)

const makeOutcome = (fields: {
  readonly complete: boolean
  readonly counts: Record<string, number>
}): Outcome => Either.right({ warnings: [], truncated: false, structure: [], ...fields })

const unchecked = ["could not be checked to the end, and labels of models must fit the configuration"]

describe("the label of a model", () => {
  it("is refused when its check failed, or was not complete and counted nothing", () => {
    const failed = Either.left({ code: "check_failed", message: "The label could not be checked." })
    assert.deepStrictEqual(listMessages(failed), unchecked)
    assert.deepStrictEqual(listMessages(makeOutcome({ complete: false, counts: {} })), unchecked)
    assert.deepStrictEqual(
      listMessages(makeOutcome({ complete: false, counts: { "duplicate-track": 1 } })),
      unchecked,
    )
  })

  it("is refused for what the configuration does not have, and for nothing else", () => {
    const counts = { "unknown-category": 2 }
    for (const complete of [true, false])
      assert.deepStrictEqual(listMessages(makeOutcome({ complete, counts })), [
        "has 2 warnings of the kind unknown-category, with which labels of models are refused",
      ])
    assert.isUndefined(listMessages(makeOutcome({ complete: true, counts: { "duplicate-track": 1 } })))
  })
})
