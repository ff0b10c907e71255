/** Long text is encoded once: what goes out must be its UTF-8, and its length that of the bytes. */
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { beginExchange } from "../../src/transport/exchange/exchange.ts"
import { unread } from "../../src/transport/exchange/incoming.ts"
import type { HeaderList } from "../../src/transport/exchange/responder.ts"
import { deliver } from "../../src/transport/reply/deliver.ts"
import { json } from "../../src/transport/reply/reply.ts"
import { settingsOf } from "../../src/transport/settings.ts"

const delivered = (text: string) => {
  let sent: { readonly headers: HeaderList; readonly body: string | Uint8Array | undefined } | undefined
  const exchange = beginExchange({ ...unread(), method: "GET" }, settingsOf())
  const responder = {
    send: (_status: number, headers: HeaderList, body: string | Uint8Array | undefined) => {
      sent = { headers, body }
    },
    open: () => assert.fail("not a stream"),
  }
  const { bytes } = Effect.runSync(deliver(exchange, responder, settingsOf(), json(text)))
  const headers = sent?.headers ?? []
  return { bytes, body: sent?.body ?? "", length: headers[headers.indexOf("Content-Length") + 1] }
}

describe("a long text", () => {
  for (const [kind, character] of [
    ["ASCII", "a"],
    ["Latin-1", "é"],
    ["several bytes a character", "🌼"],
  ] as const) {
    it(`of ${kind} goes out as its UTF-8`, () => {
      const text = `"${character.repeat(20_000)}"`
      const { body, bytes, length } = delivered(text)
      assert.isTrue(Buffer.from(text).equals(Buffer.from(body)))
      assert.strictEqual(bytes, Buffer.byteLength(text))
      assert.strictEqual(length, String(Buffer.byteLength(text)))
    })
  }

  it("that is short stays text, which goes out with the headers", () => {
    assert.strictEqual(delivered('"é"').body, '"é"')
  })
})
