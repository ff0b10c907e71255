/** Where the worker cannot check, the server does, and nobody notices. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { CheckWorker } from "../../../../src/workbench/check/CheckWorker.ts"
import type { Finding } from "../../../../src/workbench/check/Finding.ts"
import type {
  CheckAnswer,
  CheckQuestion,
  CheckReply,
  LabelToCheck,
} from "../../../../src/workbench/check/messages.ts"
import { delays, SampleChecks } from "../../../../src/workbench/check/SampleChecks.ts"
import type { JsonObject } from "../../../../src/workbench/editor/json/value.ts"

const found = (id: string): Finding => ({
  id,
  rule: "r",
  attribute: undefined,
  message: "m",
  frame: undefined,
  sensor: undefined,
  keys: [],
  dismissed: false,
  reason: undefined,
})
const label: JsonObject = { annotations: [] }
const dataset: JsonObject = { task_type: "vector", config_version: 3, task_attributes: { categories: [] } }

const make = (answer: CheckAnswer, { configVersion = 3, isStored = true } = {}) => {
  const questions: Array<LabelToCheck> = []
  const dismissals = vi.fn(async () => [])
  const server = vi.fn(async () => ({ findings: [found("server")], configVersion }))
  const local = {
    check: async (question: LabelToCheck) => {
      questions.push(question)
      return answer
    },
    close: vi.fn(),
  }
  const checks = new SampleChecks(dataset, isStored, { local, server, dismissals })
  /** Checks twice, and acts while the second check reads the dismissals. */
  const whileReading = async (act: () => void) => {
    await checks.live(label)
    checks.dismissed()
    const later = settled<[]>()
    dismissals.mockReturnValueOnce(later.promise)
    const check = checks.live(label)
    act()
    later.resolve([])
    await check
  }
  return { questions, dismissals, server, local, checks, whileReading }
}
/** A promise that a test settles. */
const settled = <A>() => {
  let resolve: (value: A) => void = () => {}
  const promise = new Promise<A>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
const findings: CheckAnswer = { kind: "findings", findings: [found("local")] }

describe("the checks of a sample", () => {
  it("are the server's at first, then beside the page, with the dismissals that are read once", async () => {
    const { questions, checks, dismissals, server } = make(findings)
    expect(await checks.live(label)).toEqual([found("server")])
    expect(await checks.live(label)).toEqual([found("local")])
    await checks.live(label)
    expect(questions).toHaveLength(2)
    expect(questions[0]).toEqual({
      label: `{"annotations":[]}`,
      configuration: `{"categories":[]}`,
      taskType: "vector",
      dismissals: [],
    })
    expect(dismissals).toHaveBeenCalledTimes(1)
    expect(server).toHaveBeenCalledTimes(1)
    checks.dismissed()
    await checks.live(label)
    expect(dismissals).toHaveBeenCalledTimes(2)
  })

  it("read no dismissals of a label that is not stored", async () => {
    const { checks, dismissals, questions } = make(findings, { isStored: false })
    await checks.live(label)
    await checks.server(label)
    await checks.live(label)
    expect(dismissals).not.toHaveBeenCalled()
    expect(questions).toHaveLength(1)
  })

  it("are beside the page until the server can be reached", async () => {
    const { checks, server } = make(findings, { isStored: false })
    server.mockRejectedValueOnce(new Error("offline"))
    expect(await checks.live(label)).toEqual([found("local")])
    expect(await checks.live(label)).toEqual([found("server")])
    expect(await checks.live(label)).toEqual([found("local")])
  })

  it("are the server's where the dismissals cannot be read, until they can", async () => {
    const { checks, dismissals } = make(findings)
    dismissals.mockRejectedValueOnce(new Error("offline")).mockRejectedValueOnce(new Error("offline"))
    await checks.live(label)
    expect(await checks.live(label)).toEqual([found("server")])
    expect(await checks.live(label)).toEqual([found("local")])
    expect(dismissals).toHaveBeenCalledTimes(3)
  })

  it("take no dismissals that were read before another one was made", async () => {
    const { checks, dismissals, questions, whileReading } = make(findings)
    await whileReading(() => checks.dismissed())
    expect(questions).toHaveLength(0)
    expect(await checks.live(label)).toEqual([found("local")])
    expect(dismissals).toHaveBeenCalledTimes(3)
  })

  it("start no worker for a sample that was left while its dismissals were read", async () => {
    const { checks, questions, whileReading } = make(findings)
    await whileReading(() => checks.close())
    expect(questions).toHaveLength(0)
  })

  it.each<CheckAnswer>([{ kind: "tooLarge" }, { kind: "failed", message: "no worker" }])(
    "are the server's from then on where the worker answers $kind",
    async (answer) => {
      const { questions, checks, local } = make(answer)
      await checks.live(label)
      expect(checks.delay).toBe(delays.local)
      expect(await checks.live(label)).toEqual([found("server")])
      expect(await checks.live(label)).toEqual([found("server")])
      expect(questions).toHaveLength(1)
      expect(local.close).toHaveBeenCalled()
      expect(checks.delay).toBe(delays.server)
    },
  )

  it("are the server's once it checks by another configuration than that of the page", async () => {
    const { checks, questions } = make(findings, { configVersion: 4 })
    await checks.live(label)
    expect(await checks.live(label)).toEqual([found("server")])
    expect(questions).toHaveLength(0)
  })
})

/** A worker that does what a test says. */
class FakeWorker extends EventTarget {
  readonly questions: Array<CheckQuestion> = []
  readonly terminate = vi.fn()
  postMessage(question: CheckQuestion) {
    this.questions.push(question)
  }
  reply(data: CheckReply) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }))
  }
}

describe("the worker", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const question: LabelToCheck = { label: "{}", configuration: "{}", taskType: "vector", dismissals: [] }
  const started = () => {
    const workers: Array<FakeWorker> = []
    const worker = new CheckWorker(() => {
      const fake = new FakeWorker()
      workers.push(fake)
      // Cast: of a worker, its events and two methods are used.
      return fake as unknown as Worker
    })
    return { workers, worker }
  }

  it("answers a label, and only the last one", async () => {
    const { worker, workers } = started()
    const answers: Array<CheckAnswer> = []
    void worker.check(question).then((answer) => answers.push(answer))
    void worker.check(question).then((answer) => answers.push(answer))
    expect(workers).toHaveLength(2)
    expect(workers[0]?.terminate).toHaveBeenCalled()
    workers[0]?.reply({ id: 1, kind: "findings", findings: [found("first")] })
    workers[1]?.reply({ id: 2, kind: "findings", findings: [found("second")] })
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toEqual([{ kind: "findings", findings: [found("second")] }])
  })

  it("has failed where it cannot start, where it ends, and where it says nothing any more", async () => {
    const refused = new CheckWorker(() => {
      throw new DOMException("another origin", "SecurityError")
    })
    expect(await refused.check(question)).toMatchObject({ kind: "failed" })
    const { worker, workers } = started()
    const blocked = worker.check(question)
    workers[0]?.dispatchEvent(Object.assign(new Event("error"), { message: "blocked" }))
    expect(await blocked).toEqual({ kind: "failed", message: "blocked" })
    const silent = worker.check(question)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await silent).toMatchObject({ kind: "failed" })
    expect(workers[1]?.terminate).toHaveBeenCalled()
  })
})
