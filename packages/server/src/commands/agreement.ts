/** `annotary agreement OWNER/DATASET`: how far the labels agree that several people made of the same samples. */
import { AgreementStatistics, type DatasetAgreement } from "@annotary/core/effect"
import { toAgreementJson } from "@annotary/http"
import { Effect } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"

export const run = ({ options, positionals, settings }: CommandInput) => {
  const lowest = parseWhole(options.lowest, 100)
  const seed = parseWhole(options.seed, 2 ** 31 - 1)
  if (lowest === null) return new UsageError({ sentence: "--lowest must be a whole number from 0 to 100." })
  if (seed === null)
    return new UsageError({ sentence: "--seed must be a whole number from 0 to 2147483647." })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const ref = yield* parseDatasetRef(positionals[0])
      const figures = yield* (yield* AgreementStatistics).figures(ref, { lowest, seed })
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

type Summary = DatasetAgreement["summary"]

const formatFigures = (figures: DatasetAgreement): string => {
  const { complete, drawn, lowest, notCompared, summary } = figures
  const read =
    drawn < complete
      ? `${drawn} of ${complete} complete samples, drawn at random`
      : `${complete} complete samples`
  const left = notCompared === 0 ? "" : `, ${notCompared} not compared`
  const { agreement, attributes, categories, pairs, people, pooledObjectAlpha } = summary
  const nameCategory = (id: number | null) =>
    id === null ? "image" : (figures.categories.get(id) ?? String(id))
  const tables = [
    [
      ["", "value", "95 % limits"],
      ["agreement", ...formatFigure(agreement)],
      ["α of objects", ...formatFigure(pooledObjectAlpha)],
    ],
    [
      ["person", "samples", "quality", "95 % limits", "similarity"],
      ...people.map((person) => [person.person, ...formatMeeting(person)]),
    ],
    [
      ["people", "samples", "quality", "95 % limits", "similarity", "κ"],
      ...pairs.map((pair) => [pair.people.join(", "), ...formatMeeting(pair), formatNumber(pair.kappa)]),
    ],
    [
      ["category", "objects", "α", "95 % limits"],
      ...categories.map(({ alpha, category, objects }) => [
        nameCategory(category),
        String(objects),
        ...formatFigure(alpha),
      ]),
    ],
    [
      ["attribute", "of", "values", "equal", "95 % limits", "α"],
      ...attributes.map(({ alpha, category, equal, name, units }) => [
        name,
        nameCategory(category),
        String(units),
        ...formatFigure(equal),
        formatNumber(alpha),
      ]),
    ],
    [
      ["agreement", "state", "sample"],
      ...lowest.map((sample) => [formatNumber(sample.agreement), sample.state, sample.name]),
    ],
  ]
  const shown = tables.flatMap(([heading = [], ...rows]) =>
    rows.length === 0 ? [] : [formatTable(heading, rows)],
  )
  return [`${read}${left}.`, ...(summary.samples === 0 ? [] : shown)].join("\n\n")
}

const formatMeeting = ({ meanSimilarity, quality, samples }: Omit<Summary["people"][number], "person">) => [
  String(samples),
  ...formatFigure(quality),
  formatNumber(meanSimilarity),
]

const formatFigure = ({ limits, value }: Summary["agreement"]) => [
  formatNumber(value),
  limits === null ? "" : `${formatNumber(limits.lower)}–${formatNumber(limits.upper)}`,
]

const formatNumber = (value: number | null): string => (value === null ? "" : value.toFixed(3))
