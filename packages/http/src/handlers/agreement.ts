/** Figures of agreement as JSON. */
import type { AgreementRequest, DatasetAgreement, FieldsOf } from "@annotary/core/effect"
import type { AgreementParams } from "../api/parameters.ts"
import { type AgreementRecord, maxConfusions } from "../api/records/agreement.ts"

type Fields = FieldsOf<typeof AgreementRecord>
type Summary = DatasetAgreement["summary"]

export const toAgreementJson = ({
  categories,
  complete,
  drawn,
  labelsets,
  lowest,
  notCompared,
  seed,
  summary,
}: DatasetAgreement): Fields => {
  const nameCategory = (id: number) => ({ category_id: id, category: categories.get(id) ?? null })
  return {
    labelsets,
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
    attribute_figures: summary.attributes.map(({ category, equal, ...figures }) => ({
      ...(category === null ? { category_id: null, category: null } : nameCategory(category)),
      ...figures,
      equal: toFigureJson(equal),
    })),
    pairs: summary.pairs.map(({ confusion: _, kappa, people, ...comparison }) => ({
      people,
      ...toComparisonJson(comparison),
      kappa,
    })),
    people: summary.people.map(({ person, ...comparison }) => ({ person, ...toComparisonJson(comparison) })),
  }
}

/** The request that the parameters describe. */
export const toAgreementRequest = ({ labelsets, ...rest }: typeof AgreementParams.Type): AgreementRequest => {
  const [first, second] = labelsets?.split(",") ?? []
  return first === undefined || second === undefined ? rest : { ...rest, labelsets: [first, second] }
}

const toComparisonJson = ({
  f1,
  meanSimilarity,
  quality,
  samples,
}: Omit<Summary["people"][number], "person">) => ({
  samples,
  quality: toFigureJson(quality),
  f1: f1.map(({ threshold, value }) => ({ threshold, value })),
  mean_similarity: meanSimilarity,
})

const toFigureJson = ({ limits, value }: Summary["agreement"]) => ({
  value,
  limits: limits === null ? null : { lower: limits.lower, upper: limits.upper },
})
