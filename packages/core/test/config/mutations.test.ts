/** Whatever is sent as a configuration is judged: no crash, and every complaint leads to its place. */
import { Configuration, checkConfiguration, configurationSchema, jsonText } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import { mutated, resolves, rich } from "./mutations.ts"

const limit = 1024 * 1024
const judge = (document: unknown) => checkConfiguration(jsonText(document), limit, "pointcloud-cuboid")
const runs = { timeout: 120_000, fastCheck: { numRuns: 10_000 } }

/** By a validator of somebody else. */
const byJsonSchema = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(configurationSchema())
const isConfiguration = Schema.is(Configuration)

describe("ten thousand configurations with something changed", () => {
  it("begin with one that is right", () => {
    assert.deepStrictEqual(judge(rich).errors, [])
    assert.isTrue(byJsonSchema(rich), JSON.stringify(byJsonSchema.errors))
  })

  it.prop(
    "are judged, and every pointer leads to a place in them or to a key that is missing",
    [mutated],
    ([document]) => {
      const { advice, errors } = judge(document)
      for (const { message, pointer } of [...errors, ...advice]) {
        assert.isTrue(resolves(document, pointer), `${pointer} in ${JSON.stringify(document)}`)
        assert.isNotEmpty(message)
      }
      assert.strictEqual(new Set(errors.map(({ pointer }) => pointer)).size > 0, errors.length > 0)
    },
    runs,
  )

  it.prop(
    "have the structure that the JSON Schema describes, or have it not, in the eyes of both",
    [mutated],
    ([document]) => {
      const ours = isConfiguration(document)
      assert.strictEqual(byJsonSchema(document), ours, JSON.stringify(document))
      if (!ours) assert.isNotEmpty(judge(document).errors)
    },
    runs,
  )
})
