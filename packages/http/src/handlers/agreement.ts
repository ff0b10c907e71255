/** Figures of agreement as JSON. */
import type { AgreementRequest, DatasetAgreement, FieldsOf } from "@annotary/core/effect"
import type { AgreementParams } from "../api/parameters.ts"
import { type AgreementRecord, maxConfusions, maxOwnConfusions } from "../api/records/agreement.ts"

type Fields = FieldsOf<typeof AgreementRecord>
type Summary = DatasetAgreement["summary"]

export const toAgreementJson = ({
  categories,
  complete,
  drawn,
  labelset,
  labelsets,
  lowest,
  notCompared,
  precision,
  release,
  releases,
  seed,
  summary,
}: DatasetAgreement): Fields => {
  const nameCategory = (id: number) => ({ category_id: id, category: categories.get(id) ?? null })
  const nameValue = (value: string | number) =>
    typeof value === "number" ? nameCategory(value) : { category_id: null, category: null }
  const toConfusionsJson = (confusion: Summary["pairs"][number]["confusion"]) =>
    confusion
      .filter(({ first, second }) => first !== second)
      .slice(0, maxOwnConfusions)
      .map(({ count, first, second }) => {
        const other = nameValue(second)
        return {
          ...nameValue(first),
          other_category_id: other.category_id,
          other_category: other.category,
          count,
        }
      })
  return {
    labelsets,
    release,
    releases,
    labelset,
    complete,
    drawn,
    not_compared: notCompared,
    samples: summary.samples,
    seed,
    agreement: toFigureJson(summary.agreement),
    alpha: toFigureJson(summary.pooledObjectAlpha),
    observed_agreement: summary.pooledObservedAgreement,
    mean_alpha: toFigureJson(summary.objectAlpha),
    lowest: lowest.map(({ agreement, name, sampleId, state }) => ({
      sample_uuid: sampleId,
      name,
      state,
      agreement,
    })),
    categories: summary.categories.map(({ alpha, category, objects, observedAgreement }) => ({
      ...nameCategory(category),
      objects,
      alpha: toFigureJson(alpha),
      observed_agreement: observedAgreement,
    })),
    confusions: summary.confusions.slice(0, maxConfusions).map(({ count, first, second }) => ({
      ...nameCategory(Number(first)),
      other_category_id: typeof second === "number" ? second : null,
      other_category: typeof second === "number" ? (categories.get(second) ?? null) : null,
      count,
    })),
    attribute_figures: summary.attributes.map(({ alpha, category, equal, ordinalAlpha, ...figures }) => ({
      ...(category === null ? { category_id: null, category: null } : nameCategory(category)),
      ...figures,
      equal: toFigureJson(equal),
      alpha: toFigureJson(alpha),
      ordinal_alpha: toFigureJson(ordinalAlpha),
    })),
    average_precision:
      precision && toPrecisionJson(precision, labelsets ?? releases ?? ["", ""], nameCategory),
    pairs: summary.pairs.map(({ confusion, people, ...comparison }) => ({
      people,
      ...toComparisonJson(comparison),
      confusions: toConfusionsJson(confusion),
    })),
    pairs_omitted: summary.pairsOmitted,
    people: summary.people.map(({ confusion, errors, person, ...comparison }) => ({
      person,
      ...toComparisonJson(comparison),
      confusions: toConfusionsJson(confusion),
      errors: errors && {
        accuracy: errors.accuracy,
        answers: errors.errors.slice(0, maxOwnConfusions).map(({ answer, probability, truth }) => {
          const own = nameValue(truth)
          return {
            true_category_id: own.category_id,
            true_category: own.category,
            ...nameValue(answer),
            probability,
          }
        }),
      },
    })),
    people_omitted: summary.peopleOmitted,
  }
}

const toPrecisionJson = (
  { coco, nuscenes, predictions, samples }: NonNullable<DatasetAgreement["precision"]>,
  names: readonly [string, string],
  nameCategory: (id: number) => { readonly category_id: number; readonly category: string | null },
): Fields["average_precision"] => {
  const listCategories = (
    list: ReadonlyArray<{ readonly category: number; readonly precision: number | null }>,
  ) => list.map(({ category, precision }) => ({ ...nameCategory(category), precision }))
  return {
    predictions: names[predictions],
    truth: names[predictions === 0 ? 1 : 0],
    samples,
    coco: coco && {
      precision: coco.precision,
      precision_at: coco.precisionAt.map(({ threshold, value }) => ({ threshold, value })),
      categories: listCategories(coco.categories),
    },
    nuscenes: nuscenes && {
      precision: nuscenes.precision,
      categories: listCategories(nuscenes.categories),
    },
  }
}

/** The request that the parameters describe. */
export const toAgreementRequest = ({
  labelsets,
  releases,
  ...rest
}: typeof AgreementParams.Type): AgreementRequest => {
  const [both, two] = [splitPair(labelsets), splitPair(releases)]
  return { ...rest, ...(both && { labelsets: both }), ...(two && { releases: two }) }
}

const splitPair = (text: string | undefined): readonly [string, string] | undefined => {
  const [first, second] = text?.split(",") ?? []
  return first === undefined || second === undefined ? undefined : [first, second]
}

const toComparisonJson = ({
  alpha,
  f1,
  identity,
  kappa,
  meanSimilarity,
  quality,
  samples,
}: Omit<Summary["people"][number], "confusion" | "errors" | "person">) => ({
  samples,
  quality: toFigureJson(quality),
  f1: f1.map(({ threshold, ...figure }) => ({ threshold, ...toFigureJson(figure) })),
  mean_similarity: toFigureJson(meanSimilarity),
  identity: toFigureJson(identity),
  kappa: toFigureJson(kappa),
  alpha: toFigureJson(alpha),
})

const toFigureJson = ({ limits, value }: Summary["agreement"]) => ({
  value,
  limits: limits === null ? null : { lower: limits.lower, upper: limits.upper },
})
