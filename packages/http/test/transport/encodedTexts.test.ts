import { assert, describe, it } from "vitest"
import { findEncoded, keepEncoded } from "../../src/transport/json/encodedTexts.ts"
import { encodeBody, encodeText } from "../../src/transport/reply/reply.ts"

const makeText = (name: string): string => name.padEnd(70_000, ".")

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const keep = (name: string): void => keepEncoded(makeText(name), toBytes(makeText(name)))

describe("the bytes of a text that was received or sent", () => {
  it("are found until four other texts have come", () => {
    for (const name of ["a", "b", "c", "d"]) keep(name)
    assert.deepStrictEqual(findEncoded(makeText("a")), toBytes(makeText("a")))
    keep("e")
    assert.isUndefined(findEncoded(makeText("a")))
    assert.isDefined(findEncoded(makeText("b")))
  })

  it("drive out no others when they come again", () => {
    for (const name of ["f", "g", "h", "i", "i", "i", "f"]) keep(name)
    for (const name of ["f", "g", "h", "i"]) assert.isDefined(findEncoded(makeText(name)), name)
    keep("j")
    assert.isDefined(findEncoded(makeText("f")))
    assert.isUndefined(findEncoded(makeText("g")))
  })

  it("are not remembered when they are a small part of a buffer", () => {
    const text = makeText("part")
    const whole = new Uint8Array(1_000_000)
    whole.set(toBytes(text), 10)
    keepEncoded(text, whole.subarray(10, 10 + text.length))
    assert.isUndefined(findEncoded(text))
  })

  it("are forgotten when a host has detached their buffer", () => {
    const text = makeText("detached")
    const bytes = new TextEncoder().encode(text)
    keepEncoded(text, bytes)
    structuredClone(bytes, { transfer: [bytes.buffer] })
    assert.deepStrictEqual(Buffer.from(encodeBody(text)).toString(), text)
    assert.strictEqual(findEncoded(text)?.byteLength, text.length)
  })

  it("are remembered of a whole body, and not of a chunk of a stream", () => {
    encodeText(makeText("chunk"))
    assert.isUndefined(findEncoded(makeText("chunk")))
    assert.strictEqual(encodeBody(makeText("body")), findEncoded(makeText("body")))
    assert.strictEqual(encodeText(makeText("body")), findEncoded(makeText("body")))
  })
})
