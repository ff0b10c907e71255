/** Tests of a search on samples in memory. */
import { HashMap, Option } from "effect"
import type { IssueId, SampleId } from "../domain/Ids.ts"
import type { Issue } from "../domain/Issue.ts"
import { emptyObject } from "../domain/JsonText.ts"
import type { Label } from "../domain/Label.ts"
import { indexMetadata, type Sample } from "../domain/Sample.ts"
import { countObjects } from "../placement/countObjects.ts"
import {
  foldSearch,
  isComparableNumber,
  type ObjectTest,
  type SearchComparison,
  type SearchCondition,
  type SearchField,
  type SearchTest,
} from "../reading/search/SearchCondition.ts"
import { cacheByKey, compareText } from "./sorted.ts"

/** A sample, its ground-truth label, and the number of its open issues. */
export interface SearchedSample {
  readonly sample: Sample
  readonly label: Label | undefined
  readonly openIssues: number
}

type Matcher = (candidate: SearchedSample) => boolean

export const matchSearch = (search: SearchCondition): Matcher =>
  foldSearch<Matcher>(search, {
    all: (parts) => (candidate) => parts.every((matches) => matches(candidate)),
    any: (parts) => (candidate) => parts.some((matches) => matches(candidate)),
    not: (matches) => (candidate) => !matches(candidate),
    test: (test) => (candidate) => isTrue(test, readValue(test, candidate)),
  })

type Value = string | number | null | undefined

const readValue = (test: SearchTest, candidate: SearchedSample): Value => {
  if ("metadata" in test) return listMetadata(candidate.sample).get(test.metadata)
  return "objects" in test ? countMatching(test, candidate) : fieldReaders[test.field](candidate)
}

const countMatching = ({ objects }: ObjectTest, { label }: SearchedSample): number => {
  if (label === undefined) return 0
  const totals = countOnce(label)
  if (objects === "all") return totals.all
  return objects.reduce((sum, category) => sum + (totals.byCategory.get(category) ?? 0), 0)
}

const fieldReaders: { readonly [Field in SearchField]: (candidate: SearchedSample) => Value } = {
  name: ({ sample }) => sample.name,
  status: ({ label }) => label?.status ?? "UNLABELED",
  priority: ({ sample }) => sample.priority,
  assignedLabeler: ({ sample }) => sample.assignedLabeler,
  assignedReviewer: ({ sample }) => sample.assignedReviewer,
  createdAt: ({ sample }) => sample.createdAt,
  createdBy: ({ sample }) => sample.createdBy,
  updatedAt: ({ sample }) => sample.updatedAt,
  labeler: ({ label }) => label?.labeler,
  reviewer: ({ label }) => label?.reviewer,
  labelUpdatedAt: ({ label }) => label?.updatedAt,
  score: ({ label }) => label?.score,
  rating: ({ label }) => label?.rating,
  openIssues: ({ openIssues }) => openIssues,
}

const isTrue = (test: SearchTest, value: Value): boolean => {
  if (value === null || value === undefined) return false
  if ("exists" in test) return true
  if ("contains" in test) return String(value).includes(test.contains)
  if (typeof test.value === "string") return isOrdered(compareText(String(value), test.value), test.is)
  const number = typeof value === "string" && !isComparableNumber(value) ? Number.NaN : Number(value)
  return !Number.isNaN(number) && isOrdered(number - test.value, test.is)
}

const isOrdered = (difference: number, is: SearchComparison): boolean => {
  switch (is) {
    case "=":
      return difference === 0
    case "<":
      return difference < 0
    case "<=":
      return difference <= 0
    case ">":
      return difference > 0
    case ">=":
      return difference >= 0
  }
}

const countOnce = cacheByKey((label: Label) => countObjects(label.attributes ?? emptyObject))

/** The entries of metadata that filters and searches find. */
export const listMetadata = cacheByKey(
  (sample: Sample): ReadonlyMap<string, string> =>
    new Map(indexMetadata(sample.metadata).map(({ key, value }) => [key, value])),
)

export const countOpenIssues = cacheByKey(
  (issues: HashMap.HashMap<IssueId, Issue>): ReadonlyMap<SampleId, number> => {
    const counts = new Map<SampleId, number>()
    for (const { sampleId, status } of HashMap.values(issues))
      if (status === "OPEN") counts.set(sampleId, (counts.get(sampleId) ?? 0) + 1)
    return counts
  },
)

/** Whether metadata of any of the samples has the key. */
export const hasMetadataKey = (samples: HashMap.HashMap<SampleId, Sample>, key: string): boolean =>
  Option.isSome(HashMap.findFirst(samples, (sample) => listMetadata(sample).has(key)))
