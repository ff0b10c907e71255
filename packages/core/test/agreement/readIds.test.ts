/** Lists of ids that are read from text in steps, however their numbers are written. */
import { assert, describe, it } from "@effect/vitest"
import { readIdsInSteps } from "../../src/agreement/segments/readIds.ts"
import { encodeIds } from "../../src/agreement.ts"

const read = (text: string, maxRuns = 1000) => {
  const reading = readIdsInSteps(text, [0, text.length], maxRuns)
  let steps = 0
  for (;;) {
    const step = reading.next()
    if (step.done === true) return { steps, runs: step.value }
    steps += 1
  }
}

describe("lists of ids", () => {
  it("are read like the parser reads them, whatever numbers they have", () => {
    const lists = [
      "[]",
      "[ ]",
      "[1]",
      "[1,1.0,1e0, 10e-1 ,2]",
      "[-0,0,-1,-1.0]",
      "[9007199254740991,9007199254740991.0,1234567890123456]",
      "[ 1 ,\n2.5,\t2.5,0.25E1]",
    ]
    for (const list of lists) {
      const { ids, lengths } = encodeIds(JSON.parse(list).map((id: number) => (id === 0 ? 0 : id)))
      assert.deepStrictEqual(read(list).runs, { ids, lengths }, list)
    }
  })

  it("are read in steps where one number is written in another way", () => {
    const { runs, steps } = read(`[1.0,${"1,".repeat(500_000)}1]`)
    assert.deepStrictEqual(runs, { ids: [1], lengths: [500_002] })
    assert.isAbove(steps, 10)
  })

  it("end at the most runs", () => {
    const { runs, steps } = read(`[1.0,${"1,2,".repeat(500_000)}1]`, 10)
    assert.deepStrictEqual([runs, steps], [null, 0])
  })

  it("are refused with an element that is not a number", () => {
    for (const list of ['["5"]', "[null]", "[1,true]", "[[1]]", "[{}]", "[1e999]", `[1${"0".repeat(400)}]`])
      assert.throws(() => read(list), RangeError, /not a number/, list)
  })
})
