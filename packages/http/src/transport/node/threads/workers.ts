/**
 * A few worker threads for large bodies and large labels: started when one comes, ended when none has come for a while. None of them keeps
 * the process alive by itself, and one that dies takes only its own request with it.
 */
import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { checkInline, type LabelChecking } from "@annotary/core/effect"
import { Effect } from "effect"
import { inThread, type LargeBodies } from "../../codec/largeBodies.ts"
import { BodyPool, type BodyPoolOptions } from "./pool.ts"

/** Worker threads that read large bodies and check large labels. */
export interface BodyWorkersOptions extends Partial<BodyPoolOptions> {
  /** The built program of the threads. */
  readonly program?: URL
}

export interface BodyWorkers extends LargeBodies, LabelChecking {
  /** Ends the threads that have nothing to do; the next large body starts one again. */
  readonly rest: Effect.Effect<void>
  /** Threads alive. */
  readonly threads: () => number
}

/**
 * Node loads no TypeScript into a worker before its version 22: where this package runs from its sources (tests), the threads
 * run what was last built of it. Where neither is found (a bundle of one file), bodies are read in thread.
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
  let known: boolean | undefined
  const usable = (): boolean => {
    known ??= program.protocol === "file:" && existsSync(program) && pool.begin()
    return known
  }
  return {
    extract: (bytes, request) =>
      Effect.suspend(() => (usable() ? pool.extract(bytes, request) : inThread.extract(bytes, request))),
    check: (question) =>
      Effect.suspend(() => {
        const { configuration, label } = question
        const long =
          label !== null && (label.length > shortLabel || configuration.length > shortConfiguration)
        return long && usable() ? pool.check(question) : checkInline.check(question)
      }),
    rest: Effect.promise(() => pool.rest()),
    threads: () => pool.alive,
  }
}

/** Labels up to so many characters are checked at once: the worst of them, a heap of cuboids, takes 50 ms. */
const shortLabel = 16 * 1024
/** By a longer configuration, any label may take long. */
const shortConfiguration = 64 * 1024

/** Those of the process: every node handler uses them unless its settings say otherwise. */
export const bodyWorkers: BodyWorkers = makeBodyWorkers()
