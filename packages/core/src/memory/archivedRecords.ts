/** The contents of a dataset as records of an archive. */
import { HashMap, Option } from "effect"
import { labelContents } from "../archives/labelContents.ts"
import { type StoredRecords, type StoredSection, storedRecords } from "../domain/archive/storedRecords.ts"
import type { LabelsetId, SampleId } from "../domain/Ids.ts"
import { type DatasetRows, getLabels } from "./State.ts"
import { compareAscii } from "./sorted.ts"

type Readers = {
  readonly [Section in StoredSection]: (rows: DatasetRows) => ReadonlyArray<StoredRecords[Section]>
}

/** The records of a section in its order. */
export const readRecords = <Section extends StoredSection>(
  section: Section,
  rows: DatasetRows,
): ReadonlyArray<StoredRecords[Section]> => {
  const { key } = storedRecords[section]
  // Each section's key takes the records of that section.
  const keyOf = key as (record: StoredRecords[Section]) => ReadonlyArray<string>
  const keyed = readers[section](rows).map((record) => [keyOf(record).join(" "), record] as const)
  const sorted = keyed.sort(([a], [b]) => compareAscii(a, b)).map(([, record]) => record)
  return section === "label-versions" ? withContents(sorted) : sorted
}

/** Versions refer to their attributes in the order of the section. */
const withContents = <A>(sorted: ReadonlyArray<A>): ReadonlyArray<A> => {
  const refer = labelContents()
  // Called for the section of versions only.
  return sorted.map((record) => refer(record as Parameters<typeof refer>[0]) as A)
}

const listValues = <Key, A>(map: HashMap.HashMap<Key, A>): ReadonlyArray<A> => [...HashMap.values(map)]

/** Collects what is stored by labelset and sample, of those that exist. */
const collectByLabel = <A, B>(
  rows: DatasetRows,
  stored: HashMap.HashMap<LabelsetId, HashMap.HashMap<SampleId, A>>,
  read: (labelsetId: LabelsetId, sampleId: SampleId, one: A) => ReadonlyArray<B>,
): ReadonlyArray<B> =>
  [...HashMap.keys(rows.labelsets)].flatMap((labelset) =>
    [...Option.getOrElse(HashMap.get(stored, labelset), () => HashMap.empty<SampleId, A>())].flatMap(
      ([sample, one]) => (HashMap.has(rows.samples, sample) ? read(labelset, sample, one) : []),
    ),
  )

const hasLabel = (rows: DatasetRows, labelset: LabelsetId, sample: SampleId): boolean =>
  HashMap.has(getLabels(rows, labelset), sample)

const readers: Readers = {
  configurations: ({ configurations }) => configurations.map(({ datasetId: _, ...version }) => version),
  collaborators: ({ collaborators }) => listValues(collaborators),
  "guide-acknowledgements": ({ acknowledgements }) =>
    listValues(acknowledgements).map(({ datasetId: _, ...acknowledgement }) => acknowledgement),
  labelsets: ({ labelsets }) => listValues(labelsets).map(({ datasetId: _, ...labelset }) => labelset),
  samples: ({ samples }) => listValues(samples).map(({ datasetId: _, ...sample }) => sample),
  "picture-sizes": ({ pictureSizes, samples }) =>
    [...pictureSizes].flatMap(([sampleId, { attributes, pictures }]) => {
      const sample = Option.getOrUndefined(HashMap.get(samples, sampleId))
      return sample?.attributes === attributes ? [{ sampleId, pictures }] : []
    }),
  "label-versions": (rows) =>
    collectByLabel(rows, rows.histories, (labelsetId, sampleId, versions) =>
      // Replaced in `withContents`.
      versions.map((version) => ({ labelsetId, sampleId, ...version, content: null })),
    ),
  labels: (rows) =>
    collectByLabel(rows, rows.labels, (_, __, { attributes: ___, datasetId: ____, ...label }) => [label]),
  overlaps: ({ overlaps, samples }) =>
    listValues(overlaps.bySample)
      .filter(({ sampleId }) => HashMap.has(samples, sampleId))
      .map(({ agreement, decidedAt, decidedBy, decidedFor, overlap, sampleId, state }) => ({
        ...{ sampleId, overlap, state, agreement, decidedAt, decidedBy, decidedFor },
      })),
  "overlap-labels": ({ overlapLabels, samples }) =>
    listValues(overlapLabels)
      .flat()
      .filter(({ sampleId }) => HashMap.has(samples, sampleId))
      .map(({ datasetId: _, ...label }) => label),
  "gold-labels": ({ goldLabels, samples }) =>
    listValues(goldLabels)
      .filter(({ sampleId }) => HashMap.has(samples, sampleId))
      .map(({ datasetId: _, ...label }) => label),
  "gold-answers": ({ goldAnswers, samples }) =>
    listValues(goldAnswers)
      .filter(({ sampleId }) => HashMap.has(samples, sampleId))
      .map(({ datasetId: _, ...answer }) => answer),
  "gold-people": ({ goldTurns }) => listValues(goldTurns).map(({ datasetId: _, ...person }) => person),
  "check-results": (rows) =>
    collectByLabel(rows, rows.checkResults, (labelsetId, sampleId, { checkResult }) =>
      checkResult === null || !hasLabel(rows, labelsetId, sampleId) ? [] : [{ ...checkResult, labelsetId }],
    ),
  dismissals: (rows) =>
    collectByLabel(rows, rows.checkResults, (labelsetId, sampleId, { dismissals }) =>
      hasLabel(rows, labelsetId, sampleId)
        ? dismissals.map((dismissal) => ({ ...dismissal, labelsetId, sampleId }))
        : [],
    ),
  issues: ({ issues }) =>
    listValues(issues).map(({ comments: _, datasetId: __, sampleName: ___, ...issue }) => issue),
  comments: ({ issues }) =>
    listValues(issues).flatMap((issue) =>
      issue.comments.map((comment) => ({ ...comment, issueId: issue.id })),
    ),
  workunits: ({ workunits }) =>
    listValues(workunits).map(({ answer: _, datasetId: __, digest: ___, ...workunit }) => workunit),
  predictions: ({ predictions }) =>
    listValues(predictions).map(({ answer: _, datasetId: __, digest: ___, ...prediction }) => prediction),
  releases: ({ releases, statements }) =>
    listValues(releases)
      .filter(({ status }) => status !== "PENDING")
      .map(({ datasetId: _, ...release }) => ({
        ...release,
        statements: Option.getOrElse(HashMap.get(statements, release.id), () => []),
      })),
  // Nobody prepares an audit of a copy.
  "release-audits": ({ audits }) =>
    listValues(audits)
      .filter(({ audit }) => audit.state !== "preparing")
      .map(({ audit: { datasetId: _, ...audit } }) => audit),
  "audit-strata": ({ audits }) =>
    listValues(audits).flatMap(({ strata }) => strata.map(({ datasetId: _, ...stratum }) => stratum)),
  "audit-draws": ({ audits }) =>
    listValues(audits).flatMap(({ draws }) =>
      draws.map(({ claimId: _, datasetId: __, expiresAt: ___, ...draw }) => ({
        ...draw,
        holder: draw.outcome === null ? null : draw.holder,
      })),
    ),
  "audit-exclusions": ({ audits }) =>
    listValues(audits).flatMap(({ exclusions }) =>
      exclusions.map(({ datasetId: _, ...exclusion }) => exclusion),
    ),
}
