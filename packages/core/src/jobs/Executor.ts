/**
 * Work outside of the process that answers requests: the port of a host that has other processes or threads. Core starts
 * nothing itself; whoever does heavy work, such as the formats, asks the executor for a task and talks to it by messages.
 */
import { Context } from "effect"

/** One end of a connection that carries structured clones. */
export interface TaskPort {
  readonly send: (message: unknown) => void
  /** Calls the listener with each message that arrives from now on. */
  readonly onMessage: (listener: (message: unknown) => void) => void
}

/** Why a task ended. `memory`: it needed more than it may have. */
export interface TaskEnd {
  readonly reason: "memory" | "other"
  readonly cause: unknown
}

/** A running task. */
export interface Task extends TaskPort {
  /** Resolves when the task has ended, by itself or by `end`. It does not reject. */
  readonly ended: Promise<TaskEnd>
  /** Ends the task at once. */
  readonly end: () => Promise<void>
}

/** The program of a task. */
export interface TaskProgram {
  /** A module for Node. It answers at `parentPort` in a worker thread, and at `process.send` in a child process. */
  readonly module: URL
  /** The most memory that the task may have, in MiB, with buffers outside of the heap. */
  readonly memoryMegabytes: number
}

/** Starts tasks. */
export interface Executor {
  /** Starts a task. Null where the host has no place for it: the caller then works in its own thread. */
  readonly start: (program: TaskProgram) => Task | null
}

/** The executor of the host. Without one, each package that does heavy work uses its own. */
export class TaskExecutor extends Context.Reference<TaskExecutor>()("@annotary/core/TaskExecutor", {
  defaultValue: (): Executor | undefined => undefined,
}) {}
