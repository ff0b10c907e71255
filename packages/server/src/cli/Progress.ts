/** Progress of an import: a bar on a terminal, otherwise a line at intervals. Always on standard error. */
import { Effect } from "effect"
import { CommandProcess } from "./CommandProcess.ts"
import { JsonOutput } from "./JsonOutput.ts"
import { formatRemark } from "./output.ts"

export interface Progress {
  readonly advance: (bytes: number, samples: number) => void
  /** Shows how far files are read, in place of a total that is unknown. */
  readonly showReading: (reading: Reading) => void
  /** Prints a remark between redraws of the bar. */
  readonly say: (line: string) => void
  readonly end: () => void
}

/** The progress of reading files: first their indexes, then record by record. */
export interface Reading {
  readonly phase: "index" | "records"
  readonly bytes: number
  readonly total: number
}

/** Progress goes to standard error. As JSON, each line is one of the log. */
export const makeProgressOutput: Effect.Effect<ProgressOutput> = Effect.map(
  Effect.all([CommandProcess, JsonOutput]),
  ([{ stderr }, json]) =>
    json ? { write: (text) => stderr.write(formatRemark(text.trim(), true)) } : stderr,
)

export interface ProgressOutput {
  readonly isTTY?: boolean | undefined
  readonly write: (text: string) => unknown
}

/** `total` is the number of bytes, or null where it is unknown. */
export const makeProgress = (
  total: number | null,
  output: ProgressOutput,
  clock: () => number = Date.now,
): Progress => {
  const started = clock()
  let bytes = 0
  let samples = 0
  let reading: Reading | null = null
  /** The bytes that stand for the work that is done, in both phases of the reading. */
  let furthest = 0
  let drawn = ""
  let drawnAt = Number.NEGATIVE_INFINITY
  const tty = output.isTTY === true
  const formatStateNow = (): string => {
    const done = findDone()
    const count = reading?.phase === "index" ? "reading" : `${samples} samples`
    if (done === null) return count
    // While files are read, the bytes stand for the work of two readings, and say nothing of a rate.
    const seconds = reading === null ? (clock() - started) / 1000 : 0
    return formatState(done.bytes, done.total, seconds, count)
  }
  const findDone = () =>
    reading === null ? (total === null ? null : { bytes, total }) : { bytes: furthest, total: reading.total }
  const makeStateKey = () => `${bytes} ${samples} ${reading?.phase} ${reading?.bytes}`
  const draw = () => {
    drawnAt = clock()
    drawn = makeStateKey()
    const state = formatStateNow()
    const done = findDone()
    const bar = done === null ? "" : `${formatBar(done.bytes, done.total)} `
    output.write(tty ? `\r${bar}${state}\u001b[K` : `${state}\n`)
  }
  const drawWhenDue = () => {
    if (clock() - drawnAt >= (tty ? 100 : 5000)) draw()
  }
  return {
    advance: (more, added) => {
      bytes += more
      samples += added
      drawWhenDue()
    },
    showReading: (now) => {
      // Files of another length, read later, begin where the others were.
      const before = reading === null ? 0 : computeShare(furthest, reading.total)
      furthest = Math.max(before, computeReadShare(now)) * now.total
      reading = now
      drawWhenDue()
    },
    say: (line) => {
      output.write(tty ? `\r\u001b[K${line}\n` : `${line}\n`)
      if (tty) draw()
    },
    end: () => {
      if (tty || drawn !== makeStateKey()) draw()
      if (tty) output.write("\n")
    },
  }
}

/** The share of the time that the first phase takes, as measured: the bar is that of all work, and does not begin anew. */
const indexShare = 0.2

const computeReadShare = ({ bytes, phase, total }: Reading): number =>
  phase === "index"
    ? indexShare * computeShare(bytes, total)
    : indexShare + (1 - indexShare) * computeShare(bytes, total)

const width = 30

/** A bar filled in proportion. */
const formatBar = (bytes: number, total: number): string => {
  const full = Math.round(computeShare(bytes, total) * width)
  return `[${"█".repeat(full)}${"░".repeat(width - full)}]`
}

const formatState = (bytes: number, total: number, seconds: number, work: string): string => {
  const percent = `${Math.floor(computeShare(bytes, total) * 100)} %`.padStart(5)
  const rate = seconds > 0 ? `, ${(bytes / seconds / 1_000_000).toFixed(1)} MB/s` : ""
  return `${percent}  ${work}${rate}`
}

const computeShare = (bytes: number, total: number): number => (total === 0 ? 1 : Math.min(1, bytes / total))

/** Progress of a check: a bar on a terminal, otherwise nothing. */
export interface CheckProgress {
  readonly show: (samples: number, total: number) => void
  /** Shows a number without a total, every hundred. */
  readonly count: (samples: number) => void
  /** Clears the bar, before other output and at the end. */
  readonly clear: () => void
}

export const makeCheckProgress = (output: ProgressOutput): CheckProgress => {
  let drawn = false
  return {
    show: (samples, total) => {
      if (output.isTTY !== true) return
      drawn = true
      output.write(`\r${formatBar(samples, total)} ${samples} of ${total} samples\u001b[K`)
    },
    count: (samples) => {
      if (output.isTTY !== true || samples % 100 !== 0) return
      drawn = true
      output.write(`\r${samples} samples\u001b[K`)
    },
    clear: () => {
      if (drawn) output.write("\r\u001b[K")
      drawn = false
    },
  }
}
