/** `annotary agreement OWNER/DATASET`: how far the labels agree that several people made of the same samples. */
import { AgreementStatistics, agreementLimits, type DatasetAgreement } from "@annotary/core/effect"
import { toAgreementJson } from "@annotary/http"
import { Effect } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ options, positionals, settings }: CommandInput) => {
  const lowest = parseWhole(options.lowest, agreementLimits.lowest)
  const seed = parseWhole(options.seed, agreementLimits.seed)
  if (lowest === null)
    return new UsageError({
      sentence: `--lowest must be a whole number from 0 to ${agreementLimits.lowest}.`,
    })
  if (seed === null)
    return new UsageError({ sentence: `--seed must be a whole number from 0 to ${agreementLimits.seed}.` })
  const labelsets = parsePair(options.labelsets)
  const releases = parsePair(options.releases)
  if (labelsets === null)
    return new UsageError({ sentence: "--labelsets must be two labelsets with a comma between them." })
  if (releases === null)
    return new UsageError({ sentence: "--releases must be two releases with a comma between them." })
  const { labelset, release } = options
  if (releases !== undefined && (labelsets !== undefined || release !== undefined))
    return new UsageError({ sentence: "--releases excludes --labelsets and --release." })
  if (release !== undefined && labelsets === undefined)
    return new UsageError({ sentence: "--release needs --labelsets: the two that are compared." })
  if (labelset !== undefined && releases === undefined)
    return new UsageError({ sentence: "--labelset needs --releases; --labelsets compares two labelsets." })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const ref = yield* parseDatasetRef(positionals[0])
      const figures = yield* (yield* AgreementStatistics).figures(ref, {
        ...{ labelset, labelsets, lowest, release, releases, seed },
      })
      yield* printResult(
        () => toAgreementJson(figures),
        () => formatFigures(figures),
      )
    }),
  )
}

/** Undefined without an option, null where it is not a number that is allowed. */
const parseWhole = (text: string | undefined, highest: number): number | undefined | null => {
  if (text === undefined) return undefined
  return /^\d{1,10}$/.test(text) && Number(text) <= highest ? Number(text) : null
}

/** Undefined without an option, null where it is not two names. */
const parsePair = (text: string | undefined): readonly [string, string] | undefined | null => {
  if (text === undefined) return undefined
  const [first, second, ...more] = text.split(",")
  return first && second && more.length === 0 ? [first, second] : null
}

/** The heading of the limits of the figure before. */
const interval = "95 % interval"

/** The confusions in the table. */
const maxConfusions = 20

type Summary = DatasetAgreement["summary"]

const formatFigures = (figures: DatasetAgreement): string => {
  const { complete, drawn, lowest, notCompared, summary } = figures
  const counts = [
    `${complete} complete ${complete === 1 ? "sample" : "samples"}`,
    ...(drawn < complete ? [`${drawn} of them drawn at random`] : []),
    ...(notCompared === 0 ? [] : [`${notCompared} could not be compared`]),
  ]
  const omitted = formatOmitted(summary)
  const { agreement, attributes, categories, confusions, pairs, people, pooledObjectAlpha } = summary
  const nameCategory = (id: number | null) =>
    id === null ? "image" : (figures.categories.get(id) ?? String(id))
  const tables = [
    [
      ["", "value", interval],
      ["agreement", ...formatFigure(agreement)],
      ["α of objects", ...formatFigure(pooledObjectAlpha)],
      ...formatPrecision(figures.precision),
    ],
    [
      ["person", "samples", ...comparisonColumns, "α", interval, "accuracy"],
      ...people.map((person) => [
        person.person,
        ...formatComparison(person),
        ...formatFigure(person.alpha),
        formatNumber(person.errors?.accuracy ?? null),
      ]),
    ],
    [
      ["people", "samples", ...comparisonColumns],
      ...pairs.map((pair) => [pair.people.join(", "), ...formatComparison(pair)]),
    ],
    [
      ["category", "objects", "α", interval],
      ...categories.map(({ alpha, category, objects }) => [
        nameCategory(category),
        String(objects),
        ...formatFigure(alpha),
      ]),
    ],
    [
      ["given", "by another", "times"],
      ...confusions
        .slice(0, maxConfusions)
        .map(({ count, first, second }) => [
          nameCategory(Number(first)),
          typeof second === "number" ? nameCategory(second) : second,
          String(count),
        ]),
    ],
    [
      ["attribute", "of", "units", "equal", interval, "α", interval],
      ...attributes.map(({ alpha, category, equal, name, units }) => [
        name,
        nameCategory(category),
        String(units),
        ...formatFigure(equal),
        ...formatFigure(alpha),
      ]),
    ],
    [
      ["agreement", "state", "sample"],
      ...lowest.map((sample) => [formatNumber(sample.agreement), sample.state ?? "", sample.name]),
    ],
  ]
  const shown = tables.flatMap(([heading = [], ...rows]) =>
    rows.length === 0 ? [] : [formatTable(heading, rows)],
  )
  return [`${counts.join(", ")}.${omitted}`, ...(summary.samples === 0 ? [] : shown)].join("\n\n")
}

/** The people and the pairs of people that the tables leave out; empty for none. */
export const formatOmitted = ({
  pairsOmitted,
  peopleOmitted,
}: Pick<Summary, "pairsOmitted" | "peopleOmitted">): string => {
  const parts = [
    ...(peopleOmitted === 0 ? [] : [`${peopleOmitted} ${peopleOmitted === 1 ? "person" : "people"}`]),
    ...(pairsOmitted === 0 ? [] : [`${pairsOmitted} ${pairsOmitted === 1 ? "pair" : "pairs"} of people`]),
  ]
  return parts.length === 0 ? "" : ` Not listed, with fewer samples: ${parts.join(" and ")}.`
}

const formatPrecision = (precision: DatasetAgreement["precision"]) => [
  ...(precision?.coco ? [["average precision (COCO)", formatNumber(precision.coco.precision), ""]] : []),
  ...(precision?.nuscenes
    ? [["average precision (nuScenes)", formatNumber(precision.nuscenes.precision), ""]]
    : []),
]

/** The columns of `formatComparison` after the number of samples. F1 is that of the lowest threshold. */
const comparisonColumns = ["quality", interval, "F1", interval, "similarity", interval, "κ", interval]

const formatComparison = ({
  f1,
  kappa,
  meanSimilarity,
  quality,
  samples,
}: Summary["pairs"][number] | Summary["people"][number]) => [
  String(samples),
  ...[quality, f1[0] ?? { value: null, limits: null }, meanSimilarity, kappa].flatMap(formatFigure),
]

const formatFigure = ({ limits, value }: Summary["agreement"]) => [
  formatNumber(value),
  limits === null ? "" : `${formatNumber(limits.lower)} to ${formatNumber(limits.upper)}`,
]

const formatNumber = (value: number | null): string => (value === null ? "" : value.toFixed(3))
