/** Violations: every place once, a sentence that people understand, and nothing of what was sent. */
import { formatPointer, listViolations, toSnakeCase, toWirePointer } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"

const told = <A, I>(schema: Schema.Schema<A, I>, input: unknown) =>
  Either.match(Schema.decodeUnknownEither(schema, { errors: "all" })(input), {
    onLeft: (error) => listViolations(error).map(({ pointer, message }) => `${pointer} ${message}`),
    onRight: () => [],
  })

const Name = Schema.String.pipe(Schema.pattern(/^[a-z]+$/, { message: () => "must be letters" }))
const Pet = Schema.Struct({
  name: Name,
  kind: Schema.Literal("cat", "dog"),
  age: Schema.optional(Schema.NullOr(Schema.Int)),
  home: Schema.optional(Schema.NullOr(Schema.Struct({ street: Schema.String }))),
  names: Schema.optional(Schema.Array(Name)),
})

describe("violations", () => {
  it("name every place, once", () => {
    assert.deepStrictEqual(
      told(Pet, { kind: "bird", age: 1.5, home: { street: 5 }, names: ["a", "1", "b", "2"] }),
      [
        "/name is required",
        '/kind must be "cat" or "dog"',
        "/age must be an integer or null",
        "/home/street must be a string",
        "/names/1 must be letters",
        "/names/3 must be letters",
      ],
    )
  })

  it("say what would have been taken", () => {
    assert.deepStrictEqual(told(Pet, { name: "a", kind: "cat", home: 5, names: {} }), [
      "/home must be an object or null",
      "/names must be an array",
    ])
    assert.deepStrictEqual(told(Pet, []), [" must be an object"])
    assert.deepStrictEqual(told(Schema.Union(Schema.String, Schema.Number), true), [
      " must be a string or a number",
    ])
  })

  it("never repeat what was sent", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ minLength: 6 }), (text) => {
        const secret = `<${text}>`
        const sentences = told(Pet, {
          name: secret,
          kind: secret,
          age: secret,
          home: secret,
          names: [secret, { a: secret }],
        })
        assert.isAbove(sentences.length, 4)
        assert.notInclude(sentences.join("\n"), secret)
      }),
    )
  })

  it("escape keys as RFC 6901 asks", () => {
    assert.strictEqual(formatPointer(["a/b", "c~d", 0]), "/a~1b/c~0d/0")
    assert.strictEqual(toSnakeCase("/settings/enable3dCuboidRotation"), "/settings/enable_3d_cuboid_rotation")
    assert.strictEqual(toSnakeCase("/enable3dRegionOfInterest"), "/enable_3d_region_of_interest")
    assert.strictEqual(toSnakeCase("/taskType"), "/task_type")
  })

  it("get the spelling of the API as far as the names are the engine's", () => {
    assert.strictEqual(toWirePointer("/0/assignedLabeler"), "/0/assigned_labeler")
    assert.strictEqual(
      toWirePointer("/taskAttributes/categories/0/myKey"),
      "/task_attributes/categories/0/myKey",
    )
    assert.strictEqual(toWirePointer("/anchor/trackNumber"), "/anchor/trackNumber")
    assert.strictEqual(toWirePointer("/label_status"), "/label_status")
    assert.strictEqual(toWirePointer(""), "")
  })
})

describe("a name that nobody declared", () => {
  const Strict = Pet.annotations({ parseOptions: { onExcessProperty: "error" } })

  it("is named, with the one that was meant", () => {
    assert.deepStrictEqual(told(Strict, { name: "a", kind: "cat", HO_ME: null, other: 1 }), [
      "/HO_ME is not a known field; did you mean home?",
      "/other is not a known field",
    ])
  })
})
