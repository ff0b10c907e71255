/** How far a check is: a bar on a terminal, nothing elsewhere. Always on standard error, and out of the way of what is printed. */
import { barOf, type ProgressOutput } from "../importing/Progress.ts"

export interface CheckProgress {
  readonly show: (samples: number, total: number) => void
  /** Before something else is printed, and at the end. */
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
    clear: () => {
      if (drawn) output.write("\r\u001b[K")
      drawn = false
    },
  }
}
