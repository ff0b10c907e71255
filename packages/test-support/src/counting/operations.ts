/** Counts turns of Effect's run loop: its unit of work. */
import { Layer, Scheduler } from "effect"

export interface OperationCounter {
  /** The operations so far, of all fibers of runtimes with the layer. */
  readonly operations: () => number
  readonly layer: Layer.Layer<never>
}

/** A scheduler that is consulted at every turn. Its fibers never yield, so that a count does not depend on what came before. */
export const makeOperationCounter = (): OperationCounter => {
  let operations = 0
  const counting: Scheduler.Scheduler = {
    shouldYield: () => {
      operations += 1
      return false
    },
    scheduleTask: (task, priority, fiber) => Scheduler.defaultScheduler.scheduleTask(task, priority, fiber),
  }
  return { operations: () => operations, layer: Layer.setScheduler(counting) }
}
