/** The lines of an import from the records of a format. */
import { Effect, Stream } from "effect"
import type { ArchiveImportOptions } from "../domain/Import.ts"
import { castToJsonText } from "../domain/JsonText.ts"
import type { FormatRead, SaveFile } from "../files/FormatRegistry.ts"
import { makeSlicePauses } from "../jobs/betweenBatches.ts"
import type { JobFailed } from "../jobs/JobHandlers.ts"
import type { ImportLine } from "../samples/SampleImport.ts"
import { toJobFailed } from "./attempt.ts"

export const toImportLines = (
  files: FormatRead,
  save: SaveFile,
  options: ArchiveImportOptions,
): Stream.Stream<ImportLine, JobFailed> =>
  Stream.fromAsyncIterable(files.records(save), toJobFailed).pipe(
    (records) =>
      // Records that arrive together, or that a format makes in this thread, would hold up all else.
      Stream.unwrap(Effect.map(makeSlicePauses, (pause) => Stream.tap(records, () => pause))),
    Stream.zipWithIndex,
    Stream.map(([{ attributes, label, metadata, name, score, sizes, status }, index]) => ({
      line: index + 1,
      sample: {
        name,
        attributes: castToJsonText(attributes),
        metadata: castToJsonText(metadata),
        pictureSizes: sizes,
      },
      label:
        label === null
          ? undefined
          : {
              labelset: options.labelset,
              status: status ?? options.labelStatus,
              attributes: castToJsonText(label),
              score,
            },
    })),
  )
