/** The report of an export or import: what became samples, and what could not be kept. */

export interface Loss {
  readonly kind: string
  readonly meaning: string
  readonly count: number
  readonly examples: ReadonlyArray<string>
}

export interface Report {
  readonly samples: number
  /** Selected samples of an export that were not written. */
  readonly leftOut: number
  /** Samples that an export left out by their status alone, by that status. */
  readonly leftOutStatuses: ReadonlyArray<readonly [status: string, count: number]>
  /** Samples that had the same name before, and stay as they were. */
  readonly existing: number
  readonly losses: ReadonlyArray<Loss>
}

/** The samples that the file of an export lacks: those of other statuses, and selected ones that could not be written. */
export const countLeftOut = ({ leftOut, leftOutStatuses }: Report): number =>
  leftOutStatuses.reduce((sum, [, count]) => sum + count, leftOut)

/** Reads a report of the API; null while there is none. */
export const readReport = (report: unknown): Report | null => {
  if (typeof report !== "object" || report === null) return null
  const {
    existing,
    left_out: statuses,
    losses,
    samples,
    samples_left_out: leftOut,
  } = { existing: 0, left_out: {}, losses: [], samples: 0, samples_left_out: 0, ...report }
  return {
    samples: Number(samples),
    leftOut: Number(leftOut),
    leftOutStatuses: Object.entries(Object(statuses)).map(([status, count]) => [status, Number(count)]),
    existing: Number(existing),
    losses: Array.isArray(losses) ? losses.map(readLoss) : [],
  }
}

const readLoss = (loss: unknown): Loss => {
  const { count, examples, kind, meaning } = {
    count: 0,
    examples: [],
    kind: "",
    meaning: "",
    ...(typeof loss === "object" ? loss : {}),
  }
  return {
    kind: String(kind),
    meaning: String(meaning),
    count: Number(count),
    examples: Array.isArray(examples) ? examples.map(String) : [],
  }
}
