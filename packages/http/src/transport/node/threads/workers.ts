/**
 * A few worker threads for large bodies and large labels, started on demand and ended when idle. They do not keep the
 * process alive, and one that dies fails only its own request.
 */
import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { checkInline, type LabelChecking } from "@annotary/core/effect"
import { Effect } from "effect"
import { inThread, type LargeBodies } from "../../codec/largeBodies.ts"
import { BodyPool, type BodyPoolOptions } from "./pool.ts"

/** Options of the worker threads that read large bodies and check large labels. */
export interface BodyWorkersOptions extends Partial<BodyPoolOptions> {
  /** The built program of the threads. */
  readonly program?: URL
}

export interface BodyWorkers extends LargeBodies, LabelChecking {
  /** Ends the idle threads. The next large body starts one again. */
  readonly rest: Effect.Effect<void>
  /** Number of running threads. */
  readonly threads: () => number
}

/**
 * Node loads TypeScript into workers only from version 22. When this package runs from its sources (in tests), the
 * threads run the last build. When neither exists (in a bundle), bodies are read on the main thread.
 */
const builtProgram = new URL(
  import.meta.url.endsWith(".ts") ? "../../../../dist/transport/node/threads/worker.js" : "./worker.js",
  import.meta.url,
)

export const makeBodyWorkers = (options: BodyWorkersOptions = {}): BodyWorkers => {
  const { program = builtProgram } = options
  const pool = new BodyPool(program, {
    threads: Math.max(1, Math.min(2, availableParallelism())),
    idleMillis: 30_000,
    heapMegabytes: 512,
    ...options,
  })
  let isPoolUsable: boolean | undefined
  const isUsable = (): boolean => {
    isPoolUsable ??= program.protocol === "file:" && existsSync(program) && pool.begin()
    return isPoolUsable
  }
  return {
    extract: (bytes, request) =>
      Effect.suspend(() => (isUsable() ? pool.extract(bytes, request) : inThread.extract(bytes, request))),
    check: (question) =>
      Effect.suspend(() => {
        const { configuration, label, quick } = question
        const long =
          quick !== true &&
          label !== null &&
          (label.length > shortLabel || configuration.length > shortConfiguration)
        return long && isUsable() ? pool.check(question) : checkInline.check(question)
      }),
    rest: Effect.promise(() => pool.endIdle()),
    threads: () => pool.alive,
  }
}

/**
 * Labels up to this many characters are checked on the main thread: the worst of them, many cuboids in one place, takes
 * 50 ms.
 */
const shortLabel = 16 * 1024
/** With a longer configuration, every label may take long. */
const shortConfiguration = 64 * 1024

/** The workers of the process, used by every Node handler unless its settings say otherwise. */
export const bodyWorkers: BodyWorkers = makeBodyWorkers()
