/** The report of an import, and the sentence about samples that were in the dataset before. */
import type { ArchiveImportOptions } from "../domain/Import.ts"
import { type JsonText, toJsonText } from "../domain/JsonText.ts"
import type { FormatReport } from "../files/FormatRegistry.ts"

type Losses = FormatReport["losses"]

/** The refused labels of one code. */
interface RefusedLoss {
  /** Of the first. */
  readonly message: string
  /** All have the same message. */
  isCommon: boolean
  count: number
  readonly examples: Array<{ readonly name: string; readonly message: string }>
}

/** The labels that samples without one did not get, with the reasons. */
export class RefusedLabels {
  private readonly losses = new Map<string, RefusedLoss>()

  /** `name`: of the sample. */
  add(name: string, { code, message }: { readonly code: string; readonly message: string }): void {
    const loss = this.losses.get(code) ?? { message, isCommon: true, count: 0, examples: [] }
    this.losses.set(code, loss)
    loss.count += 1
    loss.isCommon &&= message === loss.message
    if (loss.examples.length < mostExamples) loss.examples.push({ name, message })
  }

  get count(): number {
    return this.list().reduce((sum, { count }) => sum + count, 0)
  }

  list(): Losses {
    return [...this.losses].map(([code, { count, examples, isCommon, message }]) => {
      const meaning =
        count === 1
          ? "label for a sample without a label was refused"
          : "labels for samples without a label were refused"
      return {
        kind: `refused_labels_${code}`,
        meaning: isCommon ? `${meaning}: ${message}` : meaning,
        count,
        examples: examples.map((example) =>
          isCommon ? example.name : `${example.name}: ${example.message}`,
        ),
      }
    })
  }
}

const mostExamples = 5

export const makeImportReport = (
  { created, existing, labelsKept, labelsWritten, refusedLabels }: Saved,
  losses: Losses,
): JsonText =>
  toJsonText({
    samples: created,
    existing,
    labels_kept: labelsKept,
    labels_written: labelsWritten,
    labels_left_out: refusedLabels.count,
    losses: [...losses, ...refusedLabels.list()],
  })

/** The report of an import that has begun to save. */
export const nothingSaved = makeImportReport(
  { created: 0, existing: 0, labelsKept: 0, labelsWritten: 0, refusedLabels: new RefusedLabels() },
  [],
)

/** Whoever lists a folder of a bucket again wants what is new in it. */
export const isExpected = ({ keepLabels, url }: ArchiveImportOptions, existing: number): boolean =>
  keepLabels || url !== undefined || existing === 0

/** The samples and labels that an import saved. */
export interface Saved {
  readonly created: number
  readonly existing: number
  /** Labels of existing samples that stayed in place of those of the files. */
  readonly labelsKept: number
  /** Labels of the files that existing samples without a label got. */
  readonly labelsWritten: number
  /** Those that they did not get, because they were refused. */
  readonly refusedLabels: RefusedLabels
}

/** Other samples may have the same names by chance: then the files of those that exist were not imported. */
export const formatExisting = (
  { existing, labelsKept, labelsWritten, refusedLabels }: Saved,
  attempts: number,
): string => {
  const formatOthers = (count: number, done: string): string =>
    count === 0 ? "" : `, ${count} for samples without a label ${count === 1 ? "was" : "were"} ${done}`
  const keptLabels = labelsKept === 1 ? "1 label was kept" : `${labelsKept} labels were kept`
  // Samples and labels of an earlier attempt are not distinguished.
  const [since, orBefore] =
    attempts > 1
      ? ["before, or created by an attempt that was interrupted", ", or written by that attempt"]
      : ["before", ""]
  const labels = `${keptLabels}${labelsKept === 0 ? "" : orBefore}${formatOthers(labelsWritten, "written")}${formatOthers(refusedLabels.count, "not written")}`
  const [samples, they] =
    existing === 1
      ? ["1 sample of the same name was", `it stayed as it was; ${labels}`]
      : [`${existing} samples of the same names were`, `they stayed as they were; ${labels}`]
  return `${samples} in the dataset ${since}; ${they}. keep_labels says that they are the same samples.`
}
