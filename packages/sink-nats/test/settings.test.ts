/** The settings of the sink of NATS. */
import { assert, describe, it } from "vitest"
import makeSink, { makeNatsSink } from "../src/index.ts"

describe("the sink of NATS", () => {
  it("is made of the variables of a server", () => {
    assert.strictEqual(
      makeSink({ env: { NATS_URL: "nats://127.0.0.1:4222, nats://nats.example.org" } }).name,
      "nats",
    )
  })

  for (const url of [
    undefined,
    "",
    "127.0.0.1:4222",
    "http://127.0.0.1:4222",
    "nats://a,",
    "nats://secret@host/path",
    "nats://a:1,tls://a:1",
    "nats://u:secret@a,nats://a",
  ])
    it(`is refused with the URL ${JSON.stringify(url)}, which the error does not repeat`, () => {
      try {
        makeSink({ env: { NATS_URL: url } })
      } catch (error) {
        assert.match(String(error), /(NATS_URL|Servers) must/)
        assert.notInclude(String(error), "secret")
        return
      }
      assert.fail("it was made")
    })

  for (const subject of ["a b", "a.", ">", "a.*", ""])
    it(`is refused with the subject ${JSON.stringify(subject)}`, () => {
      assert.throws(
        () => makeNatsSink({ servers: ["nats://127.0.0.1:4222"], subject }),
        "subject must be words",
      )
    })
})
