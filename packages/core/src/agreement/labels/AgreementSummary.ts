/** Figures of the agreement of many samples. */
import type { BootstrapOptions, Figure } from "../figures/bootstrap.ts"
import type { ConfusionCount } from "../figures/confusion.ts"
import type { AttributeSummary } from "./AttributeTally.ts"
import type { PersonErrors } from "./ErrorTally.ts"

/** Two people, over the samples that both labeled. */
export interface PairSummary {
  readonly people: readonly [string, string]
  readonly samples: number
  readonly quality: Figure
  /** F1 = 2 · pairs / objects, of pairs of one category whose similarity is at least the threshold. */
  readonly f1: ReadonlyArray<Figure & { readonly threshold: number }>
  /** The mean similarity of all pairs. */
  readonly meanSimilarity: Figure
  /** The mean over samples with frames of IDF1: 2 · frames with the right identity / frames of both. Without samples in stills. */
  readonly identity: Figure
  /** Cohen's κ of the categories of pairs. */
  readonly kappa: Figure
  /** Krippendorff's α of the categories of objects, absence included. */
  readonly alpha: Figure
  /** Categories that the first and the second person gave one object, or `absent`. From the most frequent pair. */
  readonly confusion: ReadonlyArray<ConfusionCount>
}

/** One person against everybody who labeled the same samples. */
export interface PersonSummary {
  readonly person: string
  readonly samples: number
  readonly quality: Figure
  readonly f1: PairSummary["f1"]
  readonly meanSimilarity: Figure
  readonly identity: Figure
  readonly kappa: Figure
  readonly alpha: Figure
  /** Categories that the person and another one gave one object, or `absent`. From the most frequent pair. */
  readonly confusion: ReadonlyArray<ConfusionCount>
  /** The estimates of Dawid and Skene; null where there are none. */
  readonly errors: PersonErrors | null
}

export interface CategorySummary {
  readonly category: number
  /** Groups of which somebody chose the category. */
  readonly objects: number
  /** Krippendorff's α of the category against all else, absence included. */
  readonly alpha: Figure
  /** The share of equal pairs of values, of the category against all else. Null without values. */
  readonly observedAgreement: number | null
}

export interface AgreementSummary {
  readonly samples: number
  readonly agreement: Figure
  /** The mean of the object α of the samples. */
  readonly objectAlpha: Figure
  /** The object α of the groups of all samples together. */
  readonly pooledObjectAlpha: Figure
  /** The share of pairs of people who gave an object of any sample the same category, absence included. Null without objects. */
  readonly pooledObservedAgreement: number | null
  readonly categories: ReadonlyArray<CategorySummary>
  readonly attributes: ReadonlyArray<AttributeSummary>
  /** Of more than `maxComparisons`, those with the most samples. */
  readonly pairs: ReadonlyArray<PairSummary>
  /** The number of pairs of people that are left out. */
  readonly pairsOmitted: number
  /** Of more than `maxComparisons`, those with the most samples. */
  readonly people: ReadonlyArray<PersonSummary>
  /** The number of people who are left out. */
  readonly peopleOmitted: number
  /** Of all pairs of people: two categories, or one and `absent` as the second one, that they gave one object. From the most frequent ones. */
  readonly confusions: ReadonlyArray<ConfusionCount>
}

export interface SummaryOptions extends BootstrapOptions {
  /** The thresholds of F1. Defaults to 0.5, 0.75 and 0.9. */
  readonly thresholds?: ReadonlyArray<number>
  /** The most people, and the most pairs of people, whose figures are listed. Defaults to 1000. */
  readonly maxComparisons?: number
}
