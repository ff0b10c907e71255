/** Long text is encoded once: what goes out must be its UTF-8, and its length that of the bytes. */
import { gunzipSync } from "node:zlib"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { beginExchange } from "../../src/transport/exchange/exchange.ts"
import { makeUnreadRequest } from "../../src/transport/exchange/incoming.ts"
import { type HeaderList, joinBody, type SentBody } from "../../src/transport/exchange/responder.ts"
import { deliver } from "../../src/transport/reply/deliver.ts"
import { type Reply, replyBytes, replyText } from "../../src/transport/reply/reply.ts"
import { makeSettings } from "../../src/transport/settings.ts"

const delivering = async (reply: Reply, accepted?: string) => {
  let sent: { readonly headers: HeaderList; readonly body: SentBody | undefined } | undefined
  const header = (name: string) => (name === "accept-encoding" ? accepted : undefined)
  const exchange = beginExchange({ ...makeUnreadRequest(), method: "GET", header }, makeSettings())
  const responder = {
    send: (_status: number, headers: HeaderList, body: SentBody | undefined) => {
      sent = { headers, body }
    },
    open: () => assert.fail("not a stream"),
  }
  const { bytes } = await Effect.runPromise(deliver(exchange, responder, makeSettings(), reply))
  const headers = sent?.headers ?? []
  return { bytes, body: sent?.body ?? "", length: headers[headers.indexOf("Content-Length") + 1] }
}

const delivered = async (text: string) => {
  const { body, ...rest } = await delivering(replyText(text))
  return { ...rest, body: joinBody(body) }
}

describe("a long text", () => {
  for (const [kind, character] of [
    ["ASCII", "a"],
    ["Latin-1", "é"],
    ["several bytes a character", "🌼"],
  ] as const) {
    it(`of ${kind} goes out as its UTF-8`, async () => {
      const text = `"${character.repeat(20_000)}"`
      const { body, bytes, length } = await delivered(text)
      assert.isTrue(Buffer.from(text).equals(Buffer.from(body)))
      assert.strictEqual(bytes, Buffer.byteLength(text))
      assert.strictEqual(length, String(Buffer.byteLength(text)))
    })
  }

  it("that is short stays text, which goes out with the headers", async () => {
    assert.strictEqual((await delivered('"é"')).body, '"é"')
  })

  it("in pieces is not joined, unless it is compressed", async () => {
    const pieces = ["[", `"${"é".repeat(20_000)}"`, "]"].map((piece) => Buffer.from(piece))
    const text = Buffer.concat(pieces)
    const plain = await delivering(replyBytes(pieces))
    assert.strictEqual(plain.body, pieces)
    assert.strictEqual(plain.bytes, text.length)
    assert.strictEqual(plain.length, String(text.length))
    const zipped = await delivering(replyBytes(pieces), "gzip")
    assert.isTrue(gunzipSync(joinBody(zipped.body)).equals(text))
    assert.strictEqual(zipped.length, String(zipped.bytes))
  })
})
