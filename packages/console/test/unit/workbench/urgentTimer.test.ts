/** The timer of drafts. */
import { afterEach, expect, it, vi } from "vitest"
import { startUrgentTimer } from "../../../src/workbench/session/drafts/startUrgentTimer.ts"

interface Task {
  readonly run: () => void
  readonly options: SchedulerPostTaskOptions
}

/** A browser with prioritized tasks, which are kept instead of run. */
const makeScheduler = () => {
  const tasks: Array<Task> = []
  vi.stubGlobal("scheduler", {
    postTask: (run: () => void, options: SchedulerPostTaskOptions) => {
      tasks.push({ run, options })
      return new Promise((_, reject) => {
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason))
      })
    },
  })
  return tasks
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it("asks a browser that knows priorities to run it before input and drawing", () => {
  const tasks = makeScheduler()
  const run = vi.fn()
  startUrgentTimer(run, 500)
  expect(tasks.map(({ options: { delay, priority } }) => ({ delay, priority }))).toEqual([
    { delay: 500, priority: "user-blocking" },
  ])
  tasks[0]?.run()
  expect(run).toHaveBeenCalledOnce()
})

it("is stopped there without an error that nobody catches", async () => {
  const tasks = makeScheduler()
  const stop = startUrgentTimer(vi.fn(), 500)
  stop()
  expect(tasks[0]?.options.signal).toHaveProperty("aborted", true)
  // An unhandled rejection would fail the run.
  await new Promise((resolve) => setTimeout(resolve, 0))
})

it("is a common timer in other browsers, which can be stopped as well", () => {
  vi.useFakeTimers()
  vi.stubGlobal("scheduler", undefined)
  const [run, stopped] = [vi.fn(), vi.fn()]
  startUrgentTimer(run, 500)
  startUrgentTimer(stopped, 500)()
  vi.advanceTimersByTime(499)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
  expect(stopped).not.toHaveBeenCalled()
})
