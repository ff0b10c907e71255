import { Effect, Stream } from "effect"
import { Access, type DatasetRef, type Permitted } from "../access/Access.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { Violation } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import type { RuleCounts, ShownWarning, WarningRuleName } from "../domain/Warning.ts"
import { measureBodies, runInPortions } from "../kernel/portions.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import {
  type ImportedLabel,
  type LabelCheckOutcome,
  LabelImports,
  type PreparedLabel,
} from "../labels/LabelImports.ts"
import { type ReadLabel, readLabel } from "../labels/labelInput.ts"
import { Transaction } from "../storage/Transaction.ts"
import { type AddedSample, SampleInserts } from "./SampleInserts.ts"
import { type NewSample, type ReadSample, readSample } from "./sampleInput.ts"

/** One line of the input: a sample, or its error. */
export type ImportLine =
  | {
      readonly line: number
      readonly sample: NewSample
      /** Written with the sample when this line creates it. An existing sample keeps its label. */
      readonly label?: ImportedLabel | undefined
    }
  | { readonly line: number; readonly errors: ReadonlyArray<Violation> }

/** The result of one line. */
export interface ImportResult {
  readonly _tag: "Line"
  readonly line: number
  readonly status: "created" | "existing" | "error"
  readonly uuid: SampleId | null
  readonly name: string | null
  /** Set with `error` only. */
  readonly errors: ReadonlyArray<Violation>
  /**
   * Why the line's label was not written, if requested: the existing sample kept its own label in that labelset, or it has none, and only
   * new samples get labels here. Set with `existing` only, and absent where the line has no label.
   */
  readonly label?: "kept" | "left_out" | undefined
  /** The check result of the line's label, if requested or if it is the reason of a refusal. */
  readonly checkResult?: LabelCheckOutcome | undefined
  /** The exact shapes that the label lost. Absent where none was written. */
  readonly advice?: ReadonlyArray<Violation>
}

/** The last result. */
export interface ImportSummary {
  readonly _tag: "Summary"
  readonly created: number
  readonly existing: number
  readonly failed: number
}

/** The options of an import. */
export interface ImportOptions {
  /** Check the labels that come with the samples. */
  readonly check?: boolean | undefined
  /** Validate the lines and write nothing. A valid line is reported as `created`, without an id. */
  readonly dryRun?: boolean | undefined
  /** Report what became of the labels of existing samples. */
  readonly reportLabels?: boolean | undefined
}

type Chosen = Required<{ readonly [Key in keyof ImportOptions]: boolean }>

/** A parsed line. */
type ReadLine =
  | Extract<ImportLine, { readonly errors: ReadonlyArray<Violation> }>
  | {
      readonly line: number
      readonly sample: ReadSample
      readonly label: ReadLabel<ImportedLabel> | undefined
      readonly violations: ReadonlyArray<Violation>
    }

const readLine =
  (validated: boolean) =>
  (line: ImportLine): ReadLine => {
    if ("errors" in line) return line
    const sample = readSample(line.sample, validated)
    const label = line.label && readLabel(line.label, validated, "/label")
    return {
      line: line.line,
      sample: sample.input,
      label: label?.input,
      violations: label === undefined ? sample.violations : [...sample.violations, ...label.violations],
    }
  }

const weighLine = (line: ReadLine): number =>
  "sample" in line ? measureBodies(line.sample) + (line.label?.attributes?.length ?? 0) : 0

/** Imports any number of samples. A bad line is reported and the import continues; good lines commit as they come. */
export class SampleImport extends Effect.Service<SampleImport>()("@annotary/core/SampleImport", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const inserts = yield* SampleInserts
    const labels = yield* LabelImports
    const transaction = yield* Transaction

    /**
     * Imports lines and returns the results in their order, then the summary. A transaction contains a thousand
     * lines, or fewer long ones.
     */
    const importLines = traced("Samples.importLines")(function* <E, R>(
      ref: DatasetRef,
      lines: Stream.Stream<ImportLine, E, R>,
      { check = false, dryRun = false, reportLabels = false }: ImportOptions = {},
    ) {
      const { dataset } = yield* access.requireWritable(ref, "edit_samples")
      const here: DatasetRef = { _tag: "Id", id: dataset.id }
      const actor = yield* CurrentActor
      const read = readLine(yield* ValidatedJson)
      const results = runInPortions(Stream.map(lines, read), weighLine).pipe(
        // While the storage writes one batch, the next one is read and checked.
        Stream.buffer({ capacity: 1 }),
        Stream.mapEffect((some) =>
          Effect.provideService(importAny(here, some, { check, dryRun, reportLabels }), CurrentActor, actor),
        ),
        Stream.flattenIterables,
      )
      return withSummary(results)
    })

    /** Retries, labels included, when the configuration of the dataset changed before the labels were written. */
    const importAny = (ref: DatasetRef, lines: ReadonlyArray<ReadLine>, options: Chosen) =>
      retryChanged(importSome(ref, lines, options)).pipe(
        Effect.catchTag("Conflict", ({ message }) => {
          const errors = [{ pointer: "", message }]
          return Effect.succeed(
            lines.map(
              (line): ImportResult =>
                "errors" in line
                  ? makeFailedResult(line.line, null, line.errors)
                  : makeFailedResult(line.line, line.sample, errors),
            ),
          )
        }),
      )

    const importSome = Effect.fnUntraced(function* (
      ref: DatasetRef,
      lines: ReadonlyArray<ReadLine>,
      { check, dryRun, reportLabels }: Chosen,
    ) {
      const inputs = lines.map((line) => ("sample" in line ? line.sample : null))
      const { known, violations: ofSamples } = yield* inserts.check(inputs, () => "")
      const sent = lines.map((line) => ("sample" in line ? line.label : undefined))
      const prepared = yield* labels.prepare(ref, sent, check)
      const violations = lines.map((line, index) => [
        ...("sample" in line ? line.violations : []),
        ...(ofSamples[index] ?? []),
        ...(prepared[index]?.violations ?? []),
      ])
      const good = inputs.flatMap((sample, index): ReadonlyArray<Good> => {
        if (sample === null || violations[index]?.length !== 0) return []
        return [{ sample, label: prepared[index] }]
      })
      const added = good.length === 0 || dryRun ? [] : yield* addAll(ref, good, known, reportLabels)
      let next = 0
      return lines.map((line, index): ImportResult => {
        if ("errors" in line) return makeFailedResult(line.line, null, line.errors)
        const wrong = violations[index] ?? []
        if (wrong.length > 0) return makeFailedResult(line.line, line.sample, wrong, prepared[index]?.refused)
        if (dryRun) return makeValidResult(line)
        const outcome = added[next++]
        if (outcome === undefined || "errors" in outcome)
          return makeFailedResult(line.line, line.sample, outcome?.errors ?? [])
        const { created, sample, checkResult, label } = outcome
        const status = created ? "created" : "existing"
        return {
          _tag: "Line",
          line: line.line,
          status,
          uuid: sample.id,
          name: sample.name,
          errors: [],
          checkResult,
          ...(label !== undefined && { label }),
          advice: created ? (prepared[index]?.advice ?? []) : [],
        }
      })
    })

    interface Good {
      readonly sample: ReadSample
      readonly label: PreparedLabel | undefined
    }

    type Outcome =
      | (AddedSample & Pick<ImportResult, "checkResult" | "label">)
      | { readonly errors: ReadonlyArray<Violation> }

    const addWith = Effect.fnUntraced(function* (
      opened: Permitted,
      good: ReadonlyArray<Good>,
      known: Parameters<typeof inserts.add>[2],
      reportLabels: boolean,
    ) {
      const samples = good.map(({ sample }) => sample)
      const { added, permitted } = yield* inserts.add(opened, samples, known)
      const labeled = added.flatMap(({ created, sample }, index) => {
        const label = good[index]?.label
        return label === undefined ? [] : [{ created, sample, label }]
      })
      const fresh = labeled.filter(({ created }) => created)
      const checkResults = fresh.length === 0 ? null : yield* labels.add(permitted, fresh, opened)
      // Read after the new labels are written: lines may repeat a name.
      const existing = reportLabels ? labeled.filter(({ created }) => !created) : []
      const keeping = yield* labels.findLabeled(permitted, existing)
      return added.map((one, index): Outcome => {
        const labelset = good[index]?.label?.labelset ?? null
        if (labelset === null) return one
        if (one.created) return { ...one, checkResult: checkResults?.get(one.sample.id) }
        if (!reportLabels) return one
        return { ...one, label: keeping.get(labelset.id)?.has(one.sample.id) ? "kept" : "left_out" }
      })
    })

    /**
     * Adds the samples of a batch. An error of the whole batch (the dataset was archived or deleted meanwhile)
     * becomes the error of each line.
     */
    const addAll = (
      ref: DatasetRef,
      good: ReadonlyArray<Good>,
      known: Parameters<typeof inserts.add>[2],
      reportLabels: boolean,
    ) =>
      transaction
        .run(
          Effect.flatMap(access.requireWritable(ref, "edit_samples"), (permitted) =>
            addWith(permitted, good, known, reportLabels),
          ),
        )
        .pipe(
          Effect.catchAll((error) => {
            if (error._tag === "Conflict" && error.code === "changed_meanwhile") return Effect.fail(error)
            const errors = [{ pointer: "", message: error.message }]
            return Effect.succeed(good.map((): Outcome => ({ errors })))
          }),
          Effect.map((outcomes): ReadonlyArray<Outcome> => outcomes),
        )

    return { importLines }
  }),
}) {
  static readonly dependencies = [Access, LabelImports, SampleInserts] as const
}

const makeValidResult = ({
  line,
  sample,
}: Extract<ReadLine, { readonly sample: ReadSample }>): ImportResult => ({
  _tag: "Line",
  line,
  status: "created",
  uuid: null,
  name: sample.name,
  errors: [],
})

const makeFailedResult = (
  line: number,
  sample: ReadSample | null,
  errors: ReadonlyArray<Violation>,
  refused?: ReadonlyArray<ShownWarning>,
): ImportResult => ({
  _tag: "Line",
  line,
  status: "error",
  uuid: null,
  name: typeof sample?.name === "string" ? sample.name : null,
  errors,
  checkResult:
    refused === undefined
      ? undefined
      : { warnings: refused, truncated: false, counts: countWarnings(refused) },
})

const countWarnings = (warnings: ReadonlyArray<ShownWarning>): RuleCounts => {
  const counts: { [Rule in WarningRuleName]?: number } = {}
  for (const { rule } of warnings) counts[rule] = (counts[rule] ?? 0) + 1
  return counts
}

/** Counts in place: an object for each line would take longer than the count. */
const withSummary = <E, R>(
  results: Stream.Stream<ImportResult, E, R>,
): Stream.Stream<ImportResult | ImportSummary, E, R> =>
  Stream.suspend(() => {
    const counts = { created: 0, existing: 0, failed: 0 }
    const counted = Stream.mapChunks(results, (some) => {
      for (const { status } of some) counts[status === "error" ? "failed" : status] += 1
      return some
    })
    return Stream.concat(
      counted,
      Stream.sync((): ImportResult | ImportSummary => ({ _tag: "Summary", ...counts })),
    )
  })
