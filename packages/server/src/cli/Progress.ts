/** Progress of an import: a bar on a terminal, otherwise a line at intervals. Always on standard error. */
import { remarkLine } from "./output.ts"

export interface Progress {
  readonly advance: (bytes: number, samples: number) => void
  /** Prints a remark between redraws of the bar. */
  readonly say: (line: string) => void
  readonly end: () => void
}

/** Where the progress goes. As JSON, each line is one of the log. */
export const progressOutput = (json: boolean): ProgressOutput =>
  json ? { write: (text) => process.stderr.write(remarkLine(text.trim(), true)) } : process.stderr

export interface ProgressOutput {
  readonly isTTY?: boolean | undefined
  readonly write: (text: string) => unknown
}

export const makeProgress = (
  total: number,
  output: ProgressOutput = process.stderr,
  clock: () => number = Date.now,
): Progress => {
  const started = clock()
  let bytes = 0
  let samples = 0
  let drawn = -1
  let drawnAt = Number.NEGATIVE_INFINITY
  const tty = output.isTTY === true
  const draw = () => {
    drawnAt = clock()
    drawn = bytes
    const state = stateOf(bytes, total, samples, (drawnAt - started) / 1000)
    output.write(tty ? `\r${barOf(bytes, total)} ${state}\u001b[K` : `${state}\n`)
  }
  return {
    advance: (more, added) => {
      bytes += more
      samples += added
      if (clock() - drawnAt >= (tty ? 100 : 5000)) draw()
    },
    say: (line) => {
      output.write(tty ? `\r\u001b[K${line}\n` : `${line}\n`)
      if (tty) draw()
    },
    end: () => {
      if (tty || drawn !== bytes) draw()
      if (tty) output.write("\n")
    },
  }
}

const width = 30

/** A bar filled in proportion. */
const barOf = (bytes: number, total: number): string => {
  const full = Math.round(share(bytes, total) * width)
  return `[${"█".repeat(full)}${"░".repeat(width - full)}]`
}

const stateOf = (bytes: number, total: number, samples: number, seconds: number): string => {
  const percent = `${Math.floor(share(bytes, total) * 100)} %`.padStart(5)
  const rate = seconds > 0 ? `, ${(bytes / seconds / 1_000_000).toFixed(1)} MB/s` : ""
  return `${percent}  ${samples} samples${rate}`
}

const share = (bytes: number, total: number): number => (total === 0 ? 1 : Math.min(1, bytes / total))

/** Progress of a check: a bar on a terminal, otherwise nothing. */
export interface CheckProgress {
  readonly show: (samples: number, total: number) => void
  /** Shows a number without a total, every hundred. */
  readonly count: (samples: number) => void
  /** Clears the bar, before other output and at the end. */
  readonly clear: () => void
}

export const makeCheckProgress = (output: ProgressOutput = process.stderr): CheckProgress => {
  let drawn = false
  return {
    show: (samples, total) => {
      if (output.isTTY !== true) return
      drawn = true
      output.write(`\r${barOf(samples, total)} ${samples} of ${total} samples\u001b[K`)
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
