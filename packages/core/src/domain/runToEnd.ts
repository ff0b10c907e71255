/** Runs work in steps to its end on the calling thread, and returns its result. */
export const runToEnd = <A>(steps: Iterator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
