/** Whatever is sent as a configuration is checked: no crash, and every complaint leads to its place. */
import { Configuration, checkConfiguration, makeConfigurationSchema, toJsonText } from "@annotary/core/effect"
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { FastCheck, Schema } from "effect"
import { mutated, resolves, rich } from "./mutations.ts"

const limit = 1024 * 1024
const check = (document: unknown) => checkConfiguration(toJsonText(document), limit, "pointcloud-cuboid")
const runs = 10_000

/** By a validator of somebody else. */
const byJsonSchema = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(makeConfigurationSchema())
const isConfiguration = Schema.is(Configuration)

/** The Schema throws where a rule's name cannot be made a text; the check of configurations replaces such names before. */
const isStructured = (document: unknown): boolean => {
  try {
    return isConfiguration(document)
  } catch (error) {
    assert.instanceOf(error, TypeError)
    return false
  }
}

describe("configurations with something changed", () => {
  it("begin with one that is right", () => {
    assert.deepStrictEqual(check(rich).errors, [])
    assert.isTrue(byJsonSchema(rich), JSON.stringify(byJsonSchema.errors))
  })

  it("are checked, and every pointer leads to a place in them or to a key that is missing", async () => {
    const property = FastCheck.property(mutated, (document) => {
      const { advice, errors } = check(document)
      for (const { message, pointer } of [...errors, ...advice]) {
        assert.isTrue(resolves(document, pointer), `${pointer} in ${JSON.stringify(document)}`)
        assert.isNotEmpty(message)
      }
      assert.strictEqual(new Set(errors.map(({ pointer }) => pointer)).size > 0, errors.length > 0)
    })
    await checkProperty(property, runs)
  }, 120_000)

  it("have the structure that the JSON Schema describes, or have it not, in the eyes of both", async () => {
    const property = FastCheck.property(mutated, (document) => {
      const ours = isStructured(document)
      assert.strictEqual(byJsonSchema(document), ours, JSON.stringify(document))
      if (!ours) assert.isNotEmpty(check(document).errors)
    })
    await checkProperty(property, runs)
  }, 120_000)
})
