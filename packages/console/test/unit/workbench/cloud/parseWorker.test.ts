import { describe, expect, it } from "vitest"
import type { ParseRequest } from "../../../../src/workbench/clouds/worker/messages.ts"
import { parseWorker } from "../../../../src/workbench/clouds/worker/parseWorker.ts"
import { cloudOf } from "./scan.ts"

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  readonly posted: Array<ParseRequest> = []
  postMessage(request: ParseRequest): void {
    this.posted.push(request)
  }
  terminate(): void {}
  answer(): void {
    const data = { id: this.posted.at(-1)?.id, cloud: cloudOf([[1, 2, 3]]) }
    this.dispatchEvent(new MessageEvent("message", { data }))
  }
}

const open = () => {
  const fake = new FakeWorker()
  // Cast: the parser uses no more of a worker than the class above has.
  const parser = parseWorker(() => fake as unknown as Worker)
  const parse = async (type: string, signal = new AbortController().signal) => {
    const work = { bytes: new ArrayBuffer(1), type, pose: undefined, merges: false }
    const answer = await parser.run(work, signal)
    if (!("cloud" in answer)) throw new Error("no cloud")
    return answer.cloud
  }
  return { fake, parse, types: () => fake.posted.map((one) => ("type" in one ? one.type : "clouds")) }
}

describe("the parser of point clouds", () => {
  it("parses one file after the other, and none that was given up while it waited", async () => {
    const { fake, parse, types } = open()
    const first = parse("first")
    const abort = new AbortController()
    const given = parse("given up", abort.signal)
    const last = parse("last")
    abort.abort(new Error("not wanted"))
    expect(types()).toEqual(["first"])
    fake.answer()
    await first
    await expect(given).rejects.toThrow("not wanted")
    expect(types()).toEqual(["first", "last"])
    fake.answer()
    expect((await last).count).toBe(1)
  })

  it("fails all files of a worker that died, and starts another one", async () => {
    const { fake, parse } = open()
    const all = [parse("a"), parse("b")]
    fake.dispatchEvent(Object.assign(new Event("error"), { message: "out of memory" }))
    for (const one of all) await expect(one).rejects.toThrow("out of memory")
    const again = parse("c")
    fake.answer()
    expect((await again).count).toBe(1)
  })
})
