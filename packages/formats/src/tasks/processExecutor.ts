/** Tasks in child processes of Node. */
import { type ChildProcess, fork } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import type { Executor, Task, TaskEnd, TaskProgram } from "@annotary/core"

/**
 * Starts each task in a dedicated process. A thread is not enough: a heap that cannot grow ends the whole process, and the limits of
 * a thread do not count buffers. Null where the module is not a file, as in the bundle of an application, and where the host
 * allows no processes.
 */
export const processExecutor: Executor = {
  start: (program) => {
    if (program.module.protocol !== "file:" || !existsSync(program.module)) return null
    try {
      return startProcess(program)
    } catch {
      return null
    }
  },
}

/** The share of the memory that the heap may have. */
const heapShare = 0.75
/** The last characters that a task wrote to its standard error. */
const errorCharacters = 2000
const measureMillis = 200

const startProcess = ({ memoryMegabytes, module }: TaskProgram): Task => {
  const child = fork(fileURLToPath(module), [], {
    // Options of the owner, such as its inspector, are not those of the task.
    execArgv: [`--max-old-space-size=${Math.floor(memoryMegabytes * heapShare)}`],
    // A task that reads files of strangers gets none of the variables of its owner, which may be secrets.
    env: { TMPDIR: tmpdir(), TEMP: tmpdir() },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  let errors = ""
  child.stderr?.on("data", (text) => {
    errors = `${errors}${text}`.slice(-errorCharacters)
  })
  let isTooLarge = false
  let isWanted = true
  const stopMeasuring = measure(child, memoryMegabytes, () => {
    isTooLarge = true
    child.kill("SIGKILL")
  })
  const ended = new Promise<TaskEnd>((resolve) => {
    child.on("error", (cause) => resolve({ reason: "other", cause }))
    child.on("close", (code, signal) => {
      stopMeasuring()
      const reason = isTooLarge || (isWanted && isOutOfMemory(signal)) ? "memory" : "other"
      resolve({ reason, cause: new Error(`A task ended with ${signal ?? code}. ${errors}`.trim()) })
    })
  })
  return {
    send: (message) => {
      // A task that is gone is reported by `ended`.
      if (child.connected) child.send(message as object, () => {})
    },
    onMessage: (listener) => {
      child.on("message", listener)
    },
    ended,
    end: async () => {
      isWanted = false
      child.kill("SIGKILL")
      await ended
    },
  }
}

/** Node aborts when its heap is full, and the kernel kills when the memory of the machine is. */
const isOutOfMemory = (signal: NodeJS.Signals | null): boolean => signal === "SIGABRT" || signal === "SIGKILL"

/**
 * Calls `onExcess` when the process has more memory than it may have. Only Linux shows the memory of another process; elsewhere the
 * heap alone is bounded.
 */
const measure = ({ pid }: ChildProcess, megabytes: number, onExcess: () => void): (() => void) => {
  const timer = setInterval(() => {
    const resident = pid === undefined ? null : readResidentMegabytes(pid)
    if (resident === null) clearInterval(timer)
    else if (resident > megabytes) onExcess()
  }, measureMillis)
  timer.unref()
  return () => clearInterval(timer)
}

const readResidentMegabytes = (pid: number): number | null => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
