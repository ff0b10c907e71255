/** Warnings of the next version of a label, against a check that remembers nothing. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { castToJsonText, type JsonText } from "../../../src/domain/JsonText.ts"
import type { StoredWarning } from "../../../src/domain/Warning.ts"
import { toWarningsJson } from "../../../src/domain/wire/warningsJson.ts"
import { type CheckMemory, checkText } from "../../../src/warnings/checkText.ts"
import { parseLabel } from "../../../src/warnings/read/recentLabels.ts"
import {
  findRecentWarning,
  keepRecentWarning,
  toShownWarning,
} from "../../../src/warnings/read/recentWarnings.ts"
import { applyDismissals } from "../../../src/warnings/shownWith.ts"
import { formatStoredWarnings } from "../../../src/warnings/storedWarnings.ts"

const memory: CheckMemory = {
  parse: parseLabel,
  find: findRecentWarning,
  keep: keepRecentWarning,
  soundItems: new WeakMap(),
}
const configuration = castToJsonText(
  JSON.stringify({
    categories: [{ id: 1, name: "car" }],
    warning_rules: [
      { name: "cuboid-dimension-limits", max: { x: 5, y: 5 } },
      { name: "cuboid-dimension-limits", max: { x: 4 } },
      { name: "intersecting-cuboids" },
    ],
  }),
)

/** Shorter labels are not remembered. */
const filler = "x".repeat(17_000)

const cuboid = fc
  .record({
    id: fc.integer({ min: 1, max: 4 }),
    category_id: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 2 }) },
      { weight: 1, arbitrary: fc.constantFrom(1.5, "car") },
    ),
    at: fc.integer({ min: 0, max: 3 }),
    width: fc.constantFrom(1, 4.5, 6, -1),
  })
  .map(({ at, category_id, id, width }) => ({
    id,
    category_id,
    type: "cuboid",
    position: { x: at * 3, y: 0, z: 0 },
    dimensions: { x: width, y: width, z: 1 },
    yaw: 0,
  }))

const format = (annotations: ReadonlyArray<object>): JsonText =>
  castToJsonText(JSON.stringify({ annotations, filler }))

const check = (
  label: JsonText,
  previous: JsonText | null,
  used?: CheckMemory,
): ReadonlyArray<StoredWarning> => {
  const request = {
    label,
    configuration,
    taskType: "pointcloud-cuboid",
    maxWarnings: 100,
    quick: true,
    previous,
  } as const
  const checked = checkText(request, undefined, used)
  return checked._tag === "Checked" ? checked.result.warnings : assert.fail("too large")
}

describe("the warnings of the next version of a label", () => {
  it("have the ids, digests and texts that they have without its previous one", () =>
    checkProperty(
      fc.property(
        fc.array(cuboid, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 2 }), fc.array(cuboid, { maxLength: 2 })), {
          minLength: 1,
          maxLength: 4,
        }),
        (first, edits) => {
          let annotations: ReadonlyArray<object> = first
          let previous: JsonText | null = null
          for (const [at, removed, added] of [[0, 0, []] as const, ...edits]) {
            annotations = annotations.toSpliced(at, removed, ...added)
            const label = format(annotations)
            const [fresh, remembered] = [check(label, null), check(label, previous, memory)]
            assert.deepStrictEqual(remembered, fresh)
            assert.strictEqual(
              formatStoredWarnings(remembered),
              `[${fresh.map((warning) => JSON.stringify(warning)).join(",\n")}]`,
            )
            const shown = applyDismissals(fresh, [])
            assert.deepStrictEqual(remembered.map(toShownWarning), shown)
            assert.strictEqual(
              toWarningsJson(remembered.map(toShownWarning)).text,
              toWarningsJson(shown).text,
            )
            previous = label
          }
        },
      ),
      1000,
    ))

  it("are the same objects where they are about the same parts", () => {
    const make = (id: number, x: number) => ({
      id,
      category_id: 1,
      type: "cuboid",
      position: { x: id * 30, y: 0, z: 0 },
      dimensions: { x, y: 1, z: 1 },
      yaw: 0,
    })
    const [before, after] = [format([make(1, 9), make(2, 9)]), format([make(1, 9), make(2, 8)])]
    const old = check(before, null, memory)
    const now = check(after, before, memory)
    assert.deepStrictEqual(
      now.map((warning) => old.includes(warning)),
      [true, false, true, false],
    )
  })
})
