/** Figures of agreement as JSON. */
import type { DatasetAgreement, FieldsOf } from "@annotary/core/effect"
import type { AgreementRecord } from "../api/records/agreement.ts"

type Fields = FieldsOf<typeof AgreementRecord>
type Summary = DatasetAgreement["summary"]

export const toAgreementJson = ({
  categories,
  complete,
  drawn,
  lowest,
  notCompared,
  seed,
  summary,
}: DatasetAgreement): Fields => {
  const nameCategory = (id: number) => ({ category_id: id, category: categories.get(id) ?? null })
  return {
    complete,
    drawn,
    not_compared: notCompared,
    samples: summary.samples,
    seed,
    agreement: toFigureJson(summary.agreement),
    alpha: toFigureJson(summary.pooledObjectAlpha),
    mean_alpha: toFigureJson(summary.objectAlpha),
    categories: summary.categories.map(({ alpha, category, objects }) => ({
      ...nameCategory(category),
      objects,
      alpha: toFigureJson(alpha),
    })),
    attributes: summary.attributes.map(({ category, equal, ...figures }) => ({
      ...(category === null ? { category_id: null, category: null } : nameCategory(category)),
      ...figures,
      equal: toFigureJson(equal),
    })),
    pairs: summary.pairs.map(({ confusion, kappa, people, ...meeting }) => ({
      people,
      ...toMeetingJson(meeting),
      kappa,
      confusion: {
        category_ids: confusion.values.map((value) => (typeof value === "number" ? value : null)),
        counts: confusion.counts,
      },
    })),
    people: summary.people.map(({ person, ...meeting }) => ({ person, ...toMeetingJson(meeting) })),
    lowest: lowest.map(({ agreement, name, sampleId, state }) => ({
      sample_uuid: sampleId,
      name,
      state,
      agreement,
    })),
  }
}

const toMeetingJson = ({
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
