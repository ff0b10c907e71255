/** The stored agreement of the labels of one sample: the result of `compareLabels` as JSON. */
import { Schema } from "effect"
import { JsonText, parseJson } from "./JsonText.ts"

const Place = Schema.NonNegativeInt
const Value = Schema.Union(Schema.String, Schema.Finite)

/** The letter of a label. */
const Letter = Schema.String.pipe(Schema.pattern(/^[A-J]$/))

/** The members that figures over many samples need. Stored ones may have more. */
const SampleAgreementJson = Schema.Struct({
  people: Schema.Array(Letter),
  objects: Schema.Array(Schema.Array(Schema.Struct({ category: Schema.Finite }))),
  pairs: Schema.Array(
    Schema.Struct({
      people: Schema.Tuple(Place, Place),
      matches: Schema.Array(Schema.Tuple(Place, Place, Schema.Finite)),
      quality: Schema.Finite,
    }),
  ),
  groups: Schema.Array(Schema.Struct({ members: Schema.Array(Schema.NullOr(Place)) })),
  attributes: Schema.Array(
    Schema.Struct({
      category: Schema.NullOr(Schema.Finite),
      name: Schema.String,
      level: Schema.Literal("nominal", "interval"),
      units: Schema.Finite,
      equal: Schema.Finite,
      observed: Schema.Finite,
      counts: Schema.Array(Schema.Tuple(Value, Schema.Finite)),
    }),
  ),
  agreement: Schema.NullOr(Schema.Finite),
  objectAlpha: Schema.Finite,
})

const isOfForm = Schema.is(SampleAgreementJson)

/** Whether the value is an agreement whose places are those of people and objects that it has. */
const isSampleAgreement = (value: unknown): boolean => {
  if (!isOfForm(value)) return false
  const { groups, objects, pairs, people } = value
  const isObject = (person: number, object: number) => object < (objects[person]?.length ?? 0)
  return (
    new Set(people).size === people.length &&
    objects.length === people.length &&
    groups.every(
      ({ members }) =>
        members.length === people.length &&
        members.every((object, person) => object === null || isObject(person, object)),
    ) &&
    pairs.every(
      ({ matches, people: [a, b] }) =>
        a < people.length &&
        b < people.length &&
        matches.every(([ofA, ofB]) => isObject(a, ofA) && isObject(b, ofB)),
    )
  )
}

/** The text of a stored agreement. */
export const SampleAgreementText = JsonText.pipe(
  Schema.filter((text) => isSampleAgreement(parseJson(text)), {
    message: () => "must be the agreement of the labels of a sample",
  }),
)
