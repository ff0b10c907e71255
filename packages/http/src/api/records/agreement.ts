/** Responses with figures of agreement. */
import {
  maxComparisons,
  maxMeasuredSamples,
  NumberOrNull,
  OverlapState,
  TextOrNull,
  Uuid,
} from "@annotary/core/effect"
import { Schema } from "effect"

/** The confusions in a response. */
export const maxConfusions = 100

/** The confusions and errors of each person, and of each two people. */
export const maxOwnConfusions = 10

const makeCount = (description: string) => Schema.Int.annotations({ description })

const Figure = Schema.Struct({
  value: NumberOrNull.annotations({ description: "Null where it does not exist" }),
  limits: Schema.NullOr(Schema.Struct({ lower: Schema.Number, upper: Schema.Number })).annotations({
    description:
      "The 95 % limits over draws of samples; null where fewer than two samples have what it counts",
  }),
}).annotations({ identifier: "AgreementFigure", description: "A figure with its limits" })

const Alpha = Figure.annotations({
  identifier: "AgreementAlpha",
  description: "Krippendorff's α with its limits: 1 is perfect, 0 is chance",
})

/** Of two people, or of one person with all others. */
const comparison = {
  samples: makeCount("Samples that they labeled together"),
  quality: Figure.annotations({
    identifier: "AgreementQuality",
    description:
      "The mean over these samples of (Σ similarity · share of equal answers of pairs of one category + equal attributes of images) / (pairs of one category + half of all other objects + filled-in attributes of images); the answers about an object are its category and its filled-in attributes. 1 where nobody has objects or attributes",
  }),
  f1: Schema.Array(
    Schema.Struct({ threshold: Schema.Number, ...Figure.fields }).annotations({ identifier: "AgreementF1" }),
  ).annotations({
    description: "2 · pairs / objects, of pairs of one category whose similarity is at least the threshold",
  }),
  mean_similarity: Figure.annotations({
    identifier: "AgreementSimilarity",
    description: "The mean similarity of all pairs of objects: of boxes, areas and volumes the mean IoU",
  }),
  identity: Figure.annotations({
    identifier: "AgreementIdentity",
    description:
      "The mean over samples with frames of IDF1: 2 · frames in which tracks keep their pair / frames of the tracks of both",
  }),
  kappa: Figure.annotations({
    identifier: "AgreementKappa",
    description: "Cohen's κ of the categories of pairs",
  }),
  alpha: Alpha,
}

const makeOwnConfusions = (person: string) =>
  Schema.Array(
    Schema.Struct({
      category_id: Schema.NullOr(Schema.Int),
      category: TextOrNull,
      other_category_id: Schema.NullOr(Schema.Int),
      other_category: TextOrNull,
      count: Schema.Int,
    }).annotations({ identifier: "OwnConfusion" }),
  ).annotations({
    description: `The ${maxOwnConfusions} most frequent unequal categories that ${person} and the other one gave an object; null where one of them lacks it`,
  })

const category = {
  category_id: Schema.Int,
  category: TextOrNull.annotations({ description: "Null when it is no longer in the configuration" }),
}

const CategoryAgreement = Schema.Struct({
  ...category,
  objects: makeCount("Objects that at least one person gave the category"),
  alpha: Alpha,
  observed_agreement: NumberOrNull.annotations({
    description:
      "The share of equal answers of two people about an object: this category, or another one or none",
  }),
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
  alpha: Figure.annotations({
    identifier: "AttributeAlpha",
    description: "Krippendorff's α. Texts with more than 1000 different values have no limits",
  }),
  ordinal_alpha: Figure.annotations({
    identifier: "OrdinalAlpha",
    description:
      "α of numbers by their ranks; null for others, and where labels were compared without it. Numbers with more than 1000 different values have no limits",
  }),
}).annotations({ identifier: "AttributeAgreement" })

const PairAgreement = Schema.Struct({
  people: Schema.Array(Schema.String).pipe(Schema.itemsCount(2)),
  ...comparison,
  confusions: makeOwnConfusions("the first one"),
}).annotations({ identifier: "PairAgreement" })

const Answer = {
  true_category_id: Schema.NullOr(Schema.Int).annotations({ description: "Null where there is no object" }),
  true_category: TextOrNull,
  category_id: Schema.NullOr(Schema.Int).annotations({ description: "Null where the person has no object" }),
  category: TextOrNull,
  probability: Schema.Number,
}

const PersonErrors = Schema.Struct({
  accuracy: Schema.Number.annotations({
    description: "The estimated probability of the right answer about an object, absence included",
  }),
  answers: Schema.Array(Schema.Struct(Answer).annotations({ identifier: "EstimatedAnswer" })).annotations({
    description: `The ${maxOwnConfusions} wrong answers that are estimated to be given most often`,
  }),
}).annotations({
  identifier: "PersonErrors",
  description: "Who errs how, as Dawid and Skene (1979) estimate it",
})

const PersonAgreement = Schema.Struct({
  person: Schema.String,
  ...comparison,
  confusions: makeOwnConfusions("the person"),
  errors: Schema.NullOr(PersonErrors).annotations({
    description: "Null with fewer than three people, and where there is too much to estimate",
  }),
}).annotations({
  identifier: "PersonAgreement",
  description: "One person against everybody who labeled the same samples",
})

const CategoryPrecision = Schema.Struct({ ...category, precision: NumberOrNull }).annotations({
  identifier: "CategoryPrecision",
})

const AveragePrecision = Schema.Struct({
  predictions: Schema.String.annotations({ description: "The labelset whose objects have scores" }),
  truth: Schema.String,
  samples: makeCount("Samples that were measured"),
  coco: Schema.NullOr(
    Schema.Struct({
      precision: NumberOrNull.annotations({ description: "The mean over similarities from 0.5 to 0.95" }),
      precision_at: Schema.Array(Schema.Struct({ threshold: Schema.Number, value: NumberOrNull })),
      categories: Schema.Array(CategoryPrecision),
    }),
  ).annotations({
    description: "In the definition of COCO, of objects that are no cuboids; null without any in the truth",
  }),
  nuscenes: Schema.NullOr(
    Schema.Struct({
      precision: NumberOrNull.annotations({
        description: "The mean over distances of centers on the ground of 0.5, 1, 2 and 4 m",
      }),
      categories: Schema.Array(CategoryPrecision),
    }),
  ).annotations({
    description: "In the definition of nuScenes, of cuboids; null without any in the truth",
  }),
}).annotations({ identifier: "AveragePrecision" })

const ConfusionCount = Schema.Struct({
  category_id: Schema.Int,
  category: category.category,
  other_category_id: Schema.NullOr(Schema.Int).annotations({
    description: "Null where the other person lacks the object",
  }),
  other_category: TextOrNull,
  count: Schema.Int,
}).annotations({
  identifier: "ConfusionCount",
  description: "Two categories that two people gave the same object, whoever gave which",
})

const LowestAgreement = Schema.Struct({
  sample_uuid: Uuid,
  name: Schema.String,
  state: Schema.NullOr(OverlapState).annotations({ description: "Null where labelsets are compared" }),
  agreement: Schema.Number,
}).annotations({ identifier: "LowestAgreement" })

export const AgreementRecord = Schema.Struct({
  labelsets: Schema.NullOr(Schema.Array(Schema.String).pipe(Schema.itemsCount(2))).annotations({
    description: "The labelsets that are compared; null for others",
  }),
  release: TextOrNull.annotations({ description: "The release whose labelsets are compared" }),
  releases: Schema.NullOr(Schema.Array(Schema.String).pipe(Schema.itemsCount(2))).annotations({
    description: "The releases that are compared",
  }),
  labelset: TextOrNull.annotations({ description: "The labelset of both releases" }),
  complete: makeCount(
    "Samples to which no label is missing, or that have a finished label in both labelsets",
  ),
  drawn: makeCount(
    `Samples that were read: all complete ones, or ${maxMeasuredSamples} of them, drawn at random`,
  ),
  not_compared: makeCount("Read samples whose labels were not compared"),
  samples: makeCount("Samples of which the figures are"),
  seed: Schema.Int,
  agreement: Figure,
  alpha: Alpha,
  observed_agreement: NumberOrNull.annotations({
    description:
      "The share of pairs of people who gave an object the same category, absence included; null without objects",
  }),
  mean_alpha: Figure,
  lowest: Schema.Array(LowestAgreement).annotations({
    description: "The drawn samples that agree least, from the lowest. None that agree fully",
  }),
  categories: Schema.Array(CategoryAgreement),
  confusions: Schema.Array(ConfusionCount).annotations({
    description: `The ${maxConfusions} most frequent ones`,
  }),
  attribute_figures: Schema.Array(AttributeAgreement),
  average_precision: Schema.NullOr(AveragePrecision).annotations({
    description: "Of two labelsets of which one alone has objects with scores",
  }),
  pairs: Schema.Array(PairAgreement).annotations({
    description: `Of more than ${maxComparisons}, those with the most samples`,
  }),
  pairs_omitted: makeCount("Pairs of people that are left out"),
  people: Schema.Array(PersonAgreement).annotations({
    description: `Of more than ${maxComparisons}, those with the most samples`,
  }),
  people_omitted: makeCount("People who are left out"),
}).annotations({
  identifier: "DatasetAgreement",
  description:
    "How far the labels agree that several people made of the same samples. `agreement` is the mean over samples, `alpha` the α of all their objects together, `mean_alpha` the mean of the α of samples",
})
