/** Responses with figures of agreement. */
import { NumberOrNull, OverlapState, TextOrNull, Uuid } from "@annotary/core/effect"
import { Schema } from "effect"

const makeCount = (description: string) => Schema.Int.annotations({ description })

const Figure = Schema.Struct({
  value: NumberOrNull.annotations({ description: "Null where it does not exist" }),
  limits: Schema.NullOr(Schema.Struct({ lower: Schema.Number, upper: Schema.Number })).annotations({
    description: "The 95 % limits over draws of samples; null with fewer than two samples",
  }),
}).annotations({ identifier: "AgreementFigure", description: "A figure with its limits" })

const Alpha = Figure.annotations({
  identifier: "AgreementAlpha",
  description: "Krippendorff's α with its limits: 1 is perfect, 0 is chance",
})

/** Of two people, or of one person with all others. */
const meeting = {
  samples: makeCount("Samples that both labeled"),
  quality: Figure,
  f1: Schema.Array(Schema.Struct({ threshold: Schema.Number, value: NumberOrNull })).annotations({
    description: "2 · pairs / objects, of pairs of one category whose similarity is at least the threshold",
  }),
  mean_similarity: NumberOrNull.annotations({ description: "Of all pairs of objects" }),
}

const category = {
  category_id: Schema.Int,
  category: TextOrNull.annotations({ description: "Null when it is no longer in the configuration" }),
}

const CategoryAgreement = Schema.Struct({
  ...category,
  objects: makeCount("Objects that at least one person gave the category"),
  alpha: Alpha,
}).annotations({ identifier: "CategoryAgreement" })

const AttributeAgreement = Schema.Struct({
  category_id: Schema.NullOr(Schema.Int).annotations({ description: "Null for an attribute of the image" }),
  category: category.category,
  name: Schema.String,
  level: Schema.Literal("nominal", "interval").annotations({
    description: "`interval` for numbers: α counts the square of their difference",
  }),
  units: makeCount("Objects or images to which at least two people could give a value"),
  equal: Figure,
  alpha: NumberOrNull,
}).annotations({ identifier: "AttributeAgreement" })

const PairAgreement = Schema.Struct({
  people: Schema.Array(Schema.String).pipe(Schema.itemsCount(2)),
  ...meeting,
  kappa: NumberOrNull.annotations({ description: "Cohen's κ of the categories of pairs" }),
  confusion: Schema.Struct({
    category_ids: Schema.Array(Schema.NullOr(Schema.Int)).annotations({
      description: "Null stands for objects that the other person lacks",
    }),
    counts: Schema.Array(Schema.Array(Schema.Int)).annotations({
      description: "Rows are the categories of the first person, columns those of the second one",
    }),
  }),
}).annotations({ identifier: "PairAgreement" })

const PersonAgreement = Schema.Struct({ person: Schema.String, ...meeting }).annotations({
  identifier: "PersonAgreement",
  description: "One person against everybody who labeled the same samples",
})

const LowestAgreement = Schema.Struct({
  sample_uuid: Uuid,
  name: Schema.String,
  state: OverlapState,
  agreement: Schema.Number,
}).annotations({ identifier: "LowestAgreement" })

export const AgreementRecord = Schema.Struct({
  complete: makeCount("Samples to which no label is missing"),
  drawn: makeCount("Samples that were read: all complete ones, or 20000 of them, drawn at random"),
  not_compared: makeCount("Read samples whose labels were not compared"),
  samples: makeCount("Samples of which the figures are"),
  seed: Schema.Int,
  agreement: Figure,
  alpha: Alpha,
  mean_alpha: Figure,
  categories: Schema.Array(CategoryAgreement),
  attributes: Schema.Array(AttributeAgreement),
  pairs: Schema.Array(PairAgreement),
  people: Schema.Array(PersonAgreement),
  lowest: Schema.Array(LowestAgreement).annotations({ description: "From the lowest agreement" }),
}).annotations({
  identifier: "DatasetAgreement",
  description:
    "How far the labels agree that several people made of the same samples. `agreement` is the mean over samples, `alpha` the α of all their objects together, `mean_alpha` the mean of the α of samples",
})
