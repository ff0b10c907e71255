/** Bodies that end before they are complete, as hosts and proxies hand them over without an error. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { caller, makeWorld } from "./fixture.ts"

const json = "application/json"
const ndjson = "application/x-ndjson"
const lines = Array.from({ length: 4 }, (_, index) => `{"name":"n${index}","attributes":{}}\n`)
const text = lines.join("")

/** A body that the host ends after these bytes. */
const ended = (bytes: Uint8Array | string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from(bytes))
      controller.close()
    },
  })

const post = async (path: string, body: RequestInit["body"], headers: Record<string, string>) => {
  const world = makeWorld()
  const response = await caller(world)("POST", path, { body: body ?? null, headers })
  return { answer: await response.text(), response, world }
}

const codeIn = (answer: string): unknown => JSON.parse(answer).code

describe("a body with a Content-Length", () => {
  for (const [what, path, type, whole] of [
    ["of lines", "/things_bulk/", ndjson, text],
    ["of JSON", "/things/", json, `{"name":"a","attributes":{}}${" ".repeat(50)}`],
    ["of more JSON than one read", "/things/", json, `{"name":"a","attributes":{}}${" ".repeat(90_000)}`],
    ["of bytes", "/upload/", "application/octet-stream", text],
  ] as const)
    it(`${what} is refused when the host ends it early, and when it passes on more`, async () => {
      const headers = (length: number) => ({ "content-type": type, "content-length": String(length) })
      const { length } = whole
      assert.isBelow((await post(path, ended(whole), headers(length))).response.status, 300)
      for (const announced of [length + 1, length * 2, length - 1]) {
        const { answer, response } = await post(path, ended(whole), headers(announced))
        if (response.status === 200) {
          const last = answer.trim().split("\n").at(-1) ?? ""
          assert.property(JSON.parse(last), "error", `${announced}`)
        } else assert.deepStrictEqual([response.status, codeIn(answer)], [400, "broken_body"], `${announced}`)
      }
    })

  it("is refused when the host hands over none", async () => {
    const { answer, response } = await post("/things_bulk/", null, {
      "content-type": json,
      "content-length": "30",
    })
    assert.deepStrictEqual([response.status, codeIn(answer)], [400, "broken_body"])
  })

  it("is read to its end when it is sent chunked, whatever the length says", async () => {
    const headers = { "content-type": ndjson, "content-length": "5", "transfer-encoding": "chunked" }
    assert.strictEqual(
      (await post("/things_bulk/", ended(text), headers)).answer.trim().split("\n").length,
      4,
    )
  })
})

describe("a compressed body", () => {
  const encodings = [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
  ] as const

  it("of lines is refused when its end is missing, when something follows it, and when it is empty", async () => {
    for (const [encoding, compress] of encodings) {
      const whole = compress(text)
      const headers = { "content-type": ndjson, "content-encoding": encoding }
      const sent = async (bytes: Uint8Array) =>
        (await post("/things_bulk/", ended(bytes), headers)).answer.trim().split("\n")
      assert.lengthOf(await sent(whole), 4)
      for (const bytes of [
        whole.subarray(0, -1),
        whole.subarray(0, -6),
        Buffer.concat([whole, Buffer.from(text)]),
        Buffer.concat([whole, Buffer.alloc(9)]),
        whole.subarray(0, 0),
      ]) {
        const last = JSON.parse((await sent(bytes)).at(-1) ?? "")
        assert.strictEqual((last.error ?? last).status, last.error === undefined ? 400 : 503, encoding)
      }
    }
  })

  it("of JSON is refused when something follows it", async () => {
    for (const [encoding, compress] of encodings)
      for (const padding of [0, 70_000]) {
        const whole = compress(`{"name":"a","attributes":{"pad":"${"é!x".repeat(padding)}"}}`)
        const headers = { "content-type": json, "content-encoding": encoding }
        assert.strictEqual((await post("/things/", ended(whole), headers)).response.status, 201)
        const followed = Buffer.concat([whole, Buffer.alloc(3)])
        for (const length of [undefined, String(followed.length)]) {
          const announced = length === undefined ? {} : { "content-length": length }
          const { answer } = await post("/things/", ended(followed), { ...headers, ...announced })
          assert.strictEqual(codeIn(answer), "broken_encoding", `${encoding} ${padding} ${length}`)
        }
      }
  })
})

describe("a client that says how many lines it sends", () => {
  const send = async (body: string, count: string) => {
    const { answer } = await post("/things_bulk/", ended(body), {
      "content-type": ndjson,
      "annotary-lines": count,
    })
    const rows = answer.trim().split("\n")
    const last = JSON.parse(rows.at(-1) || "{}")
    return { rows, code: last.code ?? last.error?.code }
  }

  it("before the body gets its results when as many arrive", async () => {
    for (const body of [text, text.trim(), `\n${text}\r\n\n`]) {
      const { code, rows } = await send(body, "4")
      assert.isUndefined(code)
      assert.lengthOf(rows, 4)
    }
  })

  it("in the last line gets its results without that line", async () => {
    for (const end of ['{"lines":4}', ' { "lines" : 4 } \n\n', '{"lines": 4}\r\n']) {
      const { code, rows } = await send(text + end, "last")
      assert.isUndefined(code)
      assert.lengthOf(rows, 4)
    }
    assert.deepStrictEqual((await send('{"lines":0}\n', "LAST")).rows, [""])
  })

  it("is refused when lines are missing", async () => {
    for (const [body, count] of [
      [lines[0], "4"],
      ["", "4"],
      [text, "3"],
      [text, "last"],
      ["", "last"],
      [`${text}{"lines":5}`, "last"],
      [`${text}{"lines":4}\n${lines[0]}`, "last"],
      [`${text}{"lines":4`, "last"],
      [`${text}{"lines":4,"more":1}`, "last"],
    ] as const)
      assert.isDefined((await send(body ?? "", count)).code, `${count}: ${body}`)
  })

  it("is refused before anything is read when the number is not one", async () => {
    for (const count of ["", "-1", "4.0", "1e3", "first", "99999999999999999999"]) {
      const { answer, response, world } = await post("/things_bulk/", ended(text), {
        "content-type": ndjson,
        "annotary-lines": count,
      })
      assert.deepStrictEqual([response.status, codeIn(answer)], [400, "bad_line_count"], count)
      assert.deepStrictEqual(world.calls, [])
    }
  })
})
