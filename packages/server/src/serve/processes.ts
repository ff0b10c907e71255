/**
 * `ANNOTARY_WORKERS`: several processes behind one port. The first process supervises: it starts the others, starts one again that died, and
 * sends them its signals. It serves nothing itself.
 *
 * All processes accept from one listening socket, so that a connection that waits while one of them dies is accepted by another. With the
 * scheduler of `node:cluster`, a connection that was on its way to a dead process would be answered by nobody.
 */
import cluster, { type Worker } from "node:cluster"
import { Deferred, Effect, Runtime, type Scope } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { printLine } from "../cli/output.ts"

/**
 * The position of this process among those of `ANNOTARY_WORKERS`, from 0. Undefined: it is the only one, or it supervises. A worker of
 * `node:cluster` may be that of another program, such as of pm2.
 */
export const findProcessIndex = (): number | undefined => {
  const index = cluster.isWorker ? process.env[indexVariable] : undefined
  return index === undefined ? undefined : Number(index)
}

/** Reports that this process serves. The lines of the first process are printed once all serve, of the others the `own` ones. */
export const reportStarted = (message: StartedMessage): Effect.Effect<void> =>
  Effect.sync(() => void process.send?.(message))

export interface StartedMessage {
  readonly type: "started"
  readonly lines: ReadonlyArray<string>
  readonly own: ReadonlyArray<string>
}

interface SuperviseOptions {
  readonly count: number
  /** Time for the processes to stop. Those that take longer are killed. */
  readonly stopMillis: number
}

/** Not one of the settings, which are reported when they are unknown. */
const indexVariable = "_ANNOTARY_PROCESS"

/** Runs the processes until it is interrupted; then all stop in order. Fails when one ends before all have started. */
export const superviseProcesses = ({
  count,
  stopMillis,
}: SuperviseOptions): Effect.Effect<never, CommandFailed> =>
  Effect.scoped(
    Effect.gen(function* () {
      if (cluster.isWorker)
        return yield* new CommandFailed({
          sentence:
            "ANNOTARY_WORKERS must be 1 in a process that another program runs as a worker of a cluster.",
        })
      cluster.schedulingPolicy = cluster.SCHED_NONE
      const workers = yield* makeWorkers(stopMillis)
      // Alone: it migrates the database and makes the admin.
      const first = yield* startFirst(workers, 0)
      const others = yield* Effect.forEach(listOtherIndexes(count), (index) => startFirst(workers, index), {
        concurrency: "unbounded",
      })
      yield* printLine([...first.lines, ...others.flatMap(({ own }) => own)].join("\n"))
      return yield* Effect.forEach([0, ...listOtherIndexes(count)], (index) => keepRunning(workers, index), {
        concurrency: "unbounded",
        discard: true,
      }).pipe(Effect.zipRight(Effect.never))
    }),
  )

const listOtherIndexes = (count: number): ReadonlyArray<number> =>
  Array.from({ length: count - 1 }, (_, at) => at + 1)

interface Ended {
  readonly code: number
  readonly signal: string | null
}

interface RunningProcess {
  readonly worker: Worker
  readonly startedAt: number
  readonly started: Deferred.Deferred<StartedMessage>
  readonly ended: Deferred.Deferred<Ended>
}

/** The running processes by their index. */
type Workers = {
  readonly start: (index: number) => RunningProcess
  readonly find: (index: number) => RunningProcess
}

/** Stops the processes that run when the scope closes, and kills those that do not end in time. */
const makeWorkers = (stopMillis: number): Effect.Effect<Workers, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime<never>()
    const running = new Map<number, RunningProcess>()
    yield* Effect.addFinalizer(() =>
      Effect.forEach(running.values(), (process) => stopProcess(process, stopMillis), {
        concurrency: "unbounded",
        discard: true,
      }),
    )
    const start = (index: number): RunningProcess => {
      const process = startProcess(index, Runtime.runSync(runtime))
      running.set(index, process)
      return process
    }
    const find = (index: number) => running.get(index) ?? start(index)
    return { start, find }
  })

const startProcess = (index: number, run: <A>(effect: Effect.Effect<A>) => A): RunningProcess => {
  const worker = cluster.fork({ [indexVariable]: String(index) })
  const started = run(Deferred.make<StartedMessage>())
  const ended = run(Deferred.make<Ended>())
  worker.on("message", (message: StartedMessage) => {
    if (message.type === "started") run(Deferred.succeed(started, message))
  })
  worker.on("exit", (code, signal) => void run(Deferred.succeed(ended, { code, signal })))
  // A process that cannot be started, such as for want of memory.
  worker.on("error", () => void run(Deferred.succeed(ended, { code: 1, signal: null })))
  return { worker, startedAt: performance.now(), started, ended }
}

const stopProcess = ({ ended, worker }: RunningProcess, millis: number): Effect.Effect<void> =>
  Effect.sync(() => worker.process.kill("SIGTERM")).pipe(
    Effect.zipRight(Deferred.await(ended)),
    Effect.timeoutOption(millis),
    Effect.tap(() => Effect.sync(() => worker.process.kill("SIGKILL"))),
    Effect.asVoid,
  )

/** The process has said on standard error why it ended. */
const startFirst = (workers: Workers, index: number): Effect.Effect<StartedMessage, CommandFailed> => {
  const { ended, started } = workers.start(index)
  return Effect.raceFirst(
    Deferred.await(started),
    Effect.flatMap(
      Deferred.await(ended),
      (end) =>
        new CommandFailed({
          sentence: `Process ${index + 1} of ANNOTARY_WORKERS ${formatEnd(end)} at its start.`,
        }),
    ),
  )
}

const formatEnd = ({ code, signal }: Ended): string =>
  signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`

/** A process that lived this long is started again at once. */
const healthyMillis = 10_000

const restart = { firstMillis: 500, maxMillis: 30_000 }

/** Starts a process again whenever it ends, later and later while it does not live for long. */
const keepRunning = (workers: Workers, index: number): Effect.Effect<never> => {
  let waitMillis = restart.firstMillis
  const next = Effect.gen(function* () {
    const { ended, startedAt } = workers.find(index)
    const end = yield* Deferred.await(ended)
    if (performance.now() - startedAt > healthyMillis) waitMillis = restart.firstMillis
    yield* Effect.logWarning("A process of the server ended; another one is started.").pipe(
      Effect.annotateLogs({ process: index, reason: formatEnd(end) }),
    )
    yield* Effect.sleep(waitMillis)
    waitMillis = Math.min(restart.maxMillis, waitMillis * 2)
    workers.start(index)
  })
  return Effect.forever(next)
}
