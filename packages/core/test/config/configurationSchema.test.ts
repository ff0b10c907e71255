/** The JSON Schema of the format: what editors and other tools check a configuration with. */
import { checkConfiguration, makeConfigurationSchema, toJsonText } from "@annotary/core/effect"
import { Ajv2020 } from "ajv/dist/2020.js"
import { assert, describe, it } from "vitest"

describe("the JSON Schema", () => {
  const schema = makeConfigurationSchema()

  it("is draft 2020-12 and speaks of the same tables", () => {
    assert.strictEqual(schema.$schema, "https://json-schema.org/draft/2020-12/schema")
    assert.strictEqual(schema.type, "object")
    assert.deepStrictEqual(schema.required, ["categories"])
    assert.notInclude(JSON.stringify(schema), "definitions")
    const defs = Object.keys(Object(schema.$defs))
    assert.includeMembers(defs, ["Attribute", "ConfiguredCategory", "WarningRule"])
    JSON.stringify(schema, (key, value) => {
      if (key === "$ref")
        assert.include(
          defs.map((name) => `#/$defs/${name}`),
          value,
        )
      assert.notStrictEqual(key, "$id")
      return value
    })
  })

  it("is a schema to a validator of somebody else, its own examples included", () => {
    const validator = new Ajv2020({ strict: true, allowUnionTypes: true })
    assert.isTrue(validator.validateSchema(schema), JSON.stringify(validator.errors))
    const validate = validator.compile(schema)
    const examples: ReadonlyArray<unknown> = Object(schema).examples
    for (const example of examples) assert.isTrue(validate(example), JSON.stringify(validate.errors))
    assert.isFalse(validate({ categories: [] }))
  })

  it("has a title and an example for every key", () => {
    let keys = 0
    JSON.stringify(schema, (key, value) => {
      if (key === "properties")
        for (const [name, property] of Object.entries(Object(value))) {
          keys += 1
          assert.isString(Object(property).title, name)
          assert.isNotEmpty(Object(property).examples, name)
        }
      return value
    })
    assert.isAbove(keys, 25)
  })

  it("shows examples that are configurations", () => {
    const examples: ReadonlyArray<unknown> = Object(schema).examples
    assert.isNotEmpty(examples)
    for (const example of examples) {
      const { advice, errors } = checkConfiguration(toJsonText(example), 10_000, "pointcloud-cuboid-sequence")
      assert.deepStrictEqual([...errors, ...advice], [])
    }
  })
})
