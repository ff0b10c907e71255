/** Adds samples without end: a bad line is reported and the rest goes on; what was good commits as it comes. */
import { Chunk, Effect, Option, Stream } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import type { Violation } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import { Access, type DatasetRef } from "../identity/Access.ts"
import { Transaction } from "../storage/Transaction.ts"
import { type AddedSample, SampleInserts } from "./SampleInserts.ts"
import type { NewSample } from "./sampleInput.ts"

/** One line of what is sent: a sample, or what kept it from being one. */
export type ImportLine =
  | { readonly line: number; readonly sample: NewSample }
  | { readonly line: number; readonly errors: ReadonlyArray<Violation> }

/** What became of one line. */
export interface ImportResult {
  readonly _tag: "Line"
  readonly line: number
  readonly status: "created" | "existing" | "error"
  readonly uuid: SampleId | null
  readonly name: string | null
  /** Only with `error`. */
  readonly errors: ReadonlyArray<Violation>
}

/** The last thing that is told. */
export interface ImportSummary {
  readonly _tag: "Summary"
  readonly created: number
  readonly existing: number
  readonly failed: number
}

const batch = 1000

export class SampleImport extends Effect.Service<SampleImport>()("@annotary/core/SampleImport", {
  effect: Effect.gen(function* () {
    const access = yield* Access
    const inserts = yield* SampleInserts
    const transaction = yield* Transaction

    /** The results in the order of the lines, then the summary. A thousand lines a transaction. */
    const importLines = Effect.fn("SampleImport.importLines")(function* <E, R>(
      ref: DatasetRef,
      lines: Stream.Stream<ImportLine, E, R>,
    ) {
      const { dataset } = yield* access.requireWritable(ref, "edit_samples")
      const here: DatasetRef = { _tag: "Id", id: dataset.id }
      const actor = yield* CurrentActor
      const results = lines.pipe(
        Stream.grouped(batch),
        // While a storage works on one batch, the next one is read and judged.
        Stream.buffer({ capacity: 1 }),
        Stream.mapEffect((some) =>
          Effect.provideService(importSome(here, Chunk.toReadonlyArray(some)), CurrentActor, actor),
        ),
        Stream.flattenIterables,
      )
      return withSummary(results)
    })

    const importSome = Effect.fn("SampleImport.importSome")(function* (
      ref: DatasetRef,
      lines: ReadonlyArray<ImportLine>,
    ) {
      const inputs = lines.map((line) => ("sample" in line ? line.sample : null))
      const { known, violations } = yield* inserts.check(inputs, () => "")
      const good = inputs.filter(
        (input, index): input is NewSample => input !== null && violations[index]?.length === 0,
      )
      const added = good.length === 0 ? [] : yield* addAll(ref, good, known)
      let next = 0
      return lines.map((line, index): ImportResult => {
        if ("errors" in line) return failed(line.line, null, line.errors)
        const wrong = violations[index] ?? []
        if (wrong.length > 0) return failed(line.line, line.sample, wrong)
        const outcome = added[next++]
        if (outcome === undefined || "errors" in outcome)
          return failed(line.line, line.sample, outcome?.errors ?? [])
        const { sample, created } = outcome
        const status = created ? "created" : "existing"
        return { _tag: "Line", line: line.line, status, uuid: sample.id, name: sample.name, errors: [] }
      })
    })

    type Outcome = AddedSample | { readonly errors: ReadonlyArray<Violation> }

    /** What keeps a whole batch out (the dataset was archived or deleted meanwhile) is the error of each of its lines. */
    const addAll = (
      ref: DatasetRef,
      good: ReadonlyArray<NewSample>,
      known: Parameters<typeof inserts.add>[2],
    ) =>
      transaction
        .run(
          Effect.flatMap(access.requireWritable(ref, "edit_samples"), (permitted) =>
            inserts.add(permitted, good, known),
          ),
        )
        .pipe(
          Effect.catchAll((error) => {
            const errors = [{ pointer: "", message: error.message }]
            return Effect.succeed(good.map((): Outcome => ({ errors })))
          }),
          Effect.map((outcomes): ReadonlyArray<Outcome> => outcomes),
        )

    return { importLines }
  }),
}) {}

const failed = (line: number, sample: NewSample | null, errors: ReadonlyArray<Violation>): ImportResult => ({
  _tag: "Line",
  line,
  status: "error",
  uuid: null,
  name: typeof sample?.name === "string" ? sample.name : null,
  errors,
})

const none: ImportSummary = { _tag: "Summary", created: 0, existing: 0, failed: 0 }

const withSummary = <E, R>(
  results: Stream.Stream<ImportResult, E, R>,
): Stream.Stream<ImportResult | ImportSummary, E, R> =>
  results.pipe(
    Stream.map(Option.some),
    Stream.concat(Stream.succeed(Option.none())),
    Stream.mapAccum(none, (summary, result) =>
      Option.match(result, {
        onNone: () => [summary, summary as ImportResult | ImportSummary] as const,
        onSome: (row) => [counted(summary, row), row as ImportResult | ImportSummary] as const,
      }),
    ),
  )

const counted = (summary: ImportSummary, row: ImportResult): ImportSummary => {
  const key = row.status === "error" ? "failed" : row.status
  return { ...summary, [key]: summary[key] + 1 }
}
