import { assert, describe, it } from "vitest"
import { makeApi } from "../../src/api/client.ts"
import { notesSessionEnd, sessionEnd } from "../../src/api/sessionEnd.ts"

/** Sends a call whose answer waits. */
const sendCall = () => {
  let resolve = (_: Response): void => {}
  const promise = new Promise<Response>((give) => {
    resolve = give
  })
  const api = makeApi("http://server.invalid", () => promise, notesSessionEnd)
  const done = api.POST("/user/datasets/", { body: {} as never })
  return {
    answer: async (status: number) => {
      resolve(Response.json({}, { status }))
      await done
    },
  }
}

describe("the end of a session", () => {
  it("is told by a call that is refused with 401", async () => {
    sessionEnd.forget()
    await sendCall().answer(401)
    assert.isTrue(sessionEnd.snapshot())
  })

  it("is not told by a late answer to a call that was sent before somebody signed in", async () => {
    sessionEnd.forget()
    const [first, late] = [sendCall(), sendCall()]
    await first.answer(401)
    sessionEnd.forget()
    await late.answer(401)
    assert.isFalse(sessionEnd.snapshot())
  })
})
