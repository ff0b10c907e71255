/** The stored agreement of the labels of one sample: the result of `compareLabels` as JSON. */
import { Schema } from "effect"
import { JsonText, parseJson } from "./JsonText.ts"

const Place = Schema.NonNegativeInt
const Value = Schema.Union(Schema.String, Schema.Number)

/** The members that figures over many samples need. Stored ones may have more. */
const SampleAgreementJson = Schema.Struct({
  people: Schema.Array(Schema.String),
  objects: Schema.Array(Schema.Array(Schema.Struct({ category: Schema.Number }))),
  pairs: Schema.Array(
    Schema.Struct({
      people: Schema.Tuple(Place, Place),
      matches: Schema.Array(Schema.Tuple(Place, Place, Schema.Number)),
      quality: Schema.Number,
    }),
  ),
  groups: Schema.Array(Schema.Struct({ members: Schema.Array(Schema.NullOr(Place)) })),
  attributes: Schema.Array(
    Schema.Struct({
      category: Schema.NullOr(Schema.Number),
      name: Schema.String,
      level: Schema.Literal("nominal", "interval"),
      units: Schema.Number,
      equal: Schema.Number,
      observed: Schema.Number,
      counts: Schema.Array(Schema.Tuple(Value, Schema.Number)),
    }),
  ),
  agreement: Schema.NullOr(Schema.Number),
  objectAlpha: Schema.Number,
})

const isSampleAgreement = Schema.is(SampleAgreementJson)

/** The text of a stored agreement. */
export const SampleAgreementText = JsonText.pipe(
  Schema.filter((text) => isSampleAgreement(parseJson(text)), {
    message: () => "must be the agreement of the labels of a sample",
  }),
)
