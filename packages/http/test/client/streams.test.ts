/** What is long: lists over pages, uploads line by line, files; and letting go of it half-way. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import {
  createClient,
  exactJson,
  findProblem,
  isApiError,
  memberText,
  type UploadLine,
} from "../../src/client/index.ts"
import { cars, newDataset, rejection, type ServedWorld, serve, serveWorld } from "./server.ts"

let served: ServedWorld
beforeAll(async () => {
  served = await serveWorld({ worker: true })
  for (const name of ["cars", "lines", "exact"])
    await served.client().datasets.create({ payload: { ...newDataset, name } })
})
afterAll(() => served[Symbol.asyncDispose]())

const sampleNames = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ name: `s${String(from + index).padStart(5, "0")}` }))

describe("a list", () => {
  it("of 2500 samples is read whole, page after page, by its cursor", async () => {
    const paths: Array<string> = []
    const client = served.client("owner", {
      fetch: (input, init) => {
        paths.push(String(input))
        return fetch(input, init)
      },
    })
    await client.samples.createMany({ path: cars, payload: sampleNames(0, 2500) })
    const names: Array<string | undefined> = []
    for await (const { name } of client.all.samples.list({ path: cars, urlParams: { sort: "name" } }))
      names.push(name)
    assert.deepStrictEqual(
      names,
      sampleNames(0, 2500).map(({ name }) => name),
    )
    const lists = paths.filter((path) => path.includes("/samples/"))
    assert.deepStrictEqual(
      lists.map((path) => new URL(path).searchParams.has("cursor")),
      [false, true, true],
    )
  })

  it("without a cursor is read by number", async () => {
    const client = served.client("owner", {})
    const names: Array<string> = []
    const pages = client.all.datasets.listMine({ urlParams: { per_page: 2 } })
    for await (const { name } of pages) names.push(name)
    assert.deepStrictEqual(names.sort(), ["cars", "exact", "lines"])
  })

  it("is read whole also in pages larger than the server gives", async () => {
    const rows = Array.from({ length: 2300 }, (_, index) => ({ name: `d${index}` }))
    await using sparing = await serve((request, response) => {
      const asked = new URL(request.url ?? "", "http://localhost").searchParams
      const size = Math.min(1000, Number(asked.get("per_page") ?? 1000))
      const from = (Number(asked.get("page") ?? 1) - 1) * size
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(rows.slice(from, from + size)))
    })
    const client = createClient({ baseUrl: sparing.url })
    for (const per_page of [undefined, 300, 1000, 5000, 10_000]) {
      let count = 0
      for await (const _row of client.all.datasets.listMine({ urlParams: { per_page } })) count += 1
      assert.strictEqual(count, rows.length, `per_page=${per_page}`)
    }
  })

  it("that goes back from the newest row is read to its oldest", async () => {
    const client = served.client()
    const path = { owner: "owner", dataset: "lines" }
    const { uuid } = await client.samples.create({ path, payload: { name: "with a history" } })
    const label = { sample: uuid, labelset: "ground-truth" }
    for (let time = 0; time < 5; time++)
      await client.labels.put({
        path: label,
        payload: { label_status: "PRELABELED", attributes: { annotations: [], time } },
      })
    const versions: Array<string> = []
    for await (const row of client.all.labels.history({ path: label, urlParams: { per_page: 2 } }))
      versions.push(row.version)
    const whole = await client.labels.history({ path: label })
    assert.lengthOf(whole, 5)
    assert.deepStrictEqual(
      versions,
      whole.map(({ version }) => version),
    )
  })

  it("of who did what is read to its oldest row", async () => {
    const client = served.client()
    const path = { owner: "owner", dataset: "exact" }
    for (const name of ["manager", "reviewer", "labeler"] as const)
      await client.collaborators.add({ path, payload: { user: name, role: "labeler" } })
    const whole = await client.datasets.audit({ path })
    assert.isAbove(whole.length, 2)
    let count = 0
    for await (const _row of client.all.datasets.audit({ path, urlParams: { per_page: 1 } })) count += 1
    assert.strictEqual(count, whole.length)
  })

  it("is told to be over as often as its reader asks", async () => {
    const rows = served.client().all.datasets.listMine()
    const reading = rows[Symbol.asyncIterator]()
    while (!(await reading.next()).done);
    assert.isTrue((await reading.next()).done)
  })

  it("asks for no further page when the reader stops", async () => {
    let requests = 0
    const client = served.client("owner", {
      fetch: (input, init) => {
        requests += 1
        return fetch(input, init)
      },
    })
    for await (const row of client.all.samples.list({ path: cars, urlParams: { per_page: 100 } }))
      if (row.name !== undefined) break
    assert.isAtMost(requests, 2)
  })
})

describe("an upload", () => {
  const path = { owner: "owner", dataset: "lines" }

  it("of 5000 lines says of each what became of it, and reads the source no faster than it is read itself", async () => {
    let taken = 0
    async function* lines(): AsyncGenerator<UploadLine> {
      for (const sample of sampleNames(0, 4999)) {
        taken += 1
        yield sample
      }
      yield exactJson('{"name": 5}')
    }
    const upload = served.client().upload({ path, lines: lines() })
    assert.strictEqual(taken, 0)
    const seen: Array<number> = []
    let ahead = 0
    for await (const { line, status } of upload) {
      seen.push(line)
      ahead = Math.max(ahead, taken - line)
      if (line === 5000) assert.strictEqual(status, "error")
    }
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 5000 }, (_, index) => index + 1),
    )
    assert.deepStrictEqual(upload.sums, { created: 4999, existing: 0, failed: 1 })
    assert.isBelow(ahead, 1000)
  })

  it("whose answer is lost is sent again, and finds its samples there", async () => {
    let broken = false
    const client = served.client("owner", {
      firstWaitMillis: 1,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (broken) return response
        broken = true
        throw new TypeError("fetch failed")
      },
    })
    const upload = client.upload({ path, lines: sampleNames(6000, 6010) })
    for await (const { status } of upload) assert.strictEqual(status, "existing")
    assert.strictEqual(upload.sums.existing, 10)
  })
})

describe("an upload behind a proxy that ends bodies early", () => {
  const path = { owner: "owner", dataset: "lines" }
  const proxied = (change: (sent: RequestInit | undefined) => RequestInit | undefined, most = Infinity) =>
    served.client("owner", {
      retries: 0,
      fetch: async (input, init) => {
        const response = await fetch(input, change(init))
        const text = await response.text()
        return new Response(text.slice(0, most), { status: response.status })
      },
    })
  const collect = async (upload: AsyncIterable<unknown>) => {
    for await (const _line of upload);
  }

  it("fails when lines are missing, though all that arrived are whole", async () => {
    const client = proxied((init) => {
      const text = new TextDecoder().decode(init?.body as Uint8Array)
      return { ...init, body: text.split("\n").slice(0, 7).join("\n") }
    })
    const upload = client.upload({ path, lines: sampleNames(7000, 7010) })
    const error = await rejection(collect(upload))
    assert.strictEqual(findProblem(error)?.code, "other_line_count")
    assert.include(findProblem(error)?.detail, "7 lines, but annotary-lines announces 10")
  })

  it("fails when results are missing, though those that arrived are whole", async () => {
    const lines = sampleNames(7100, 7110)
    let whole = ""
    const reading = served.client("owner", {
      fetch: async (input, init) => {
        whole = await (await fetch(input, init)).text()
        return new Response(whole)
      },
    })
    await collect(reading.upload({ path, lines }))
    for (const rows of [0, 3, 10]) {
      const most = whole.split("\n").slice(0, rows).join("\n").length
      const error = await rejection(collect(proxied((init) => init, most).upload({ path, lines })))
      assert.isTrue(isApiError(error, "ConnectionFailed"), `${rows}`)
    }
  })
})

describe("a change whose answer is lost", () => {
  it("is done once, and answered as the first time", async () => {
    let lost = 0
    const client = served.client("owner", {
      firstWaitMillis: 1,
      fetch: async (input, init) => {
        const response = await fetch(input, init)
        if (lost++ > 0) return response
        throw new TypeError("fetch failed")
      },
    })
    const made = await client.datasets.create({ payload: { ...newDataset, name: "once" } })
    assert.strictEqual(made.name, "once")
    assert.strictEqual(lost, 2)
  })
})

describe("digits beyond 2^53", () => {
  const path = { owner: "owner", dataset: "exact" }
  const attributes = '{"t":1700000000123456789,"e":1.10}'

  it("go in as text and come out as text", async () => {
    const client = served.client()
    const payload = { name: "a", attributes: exactJson(attributes) }
    const { uuid } = await client.samples.create({ path, payload })
    const text = await client.text.samples.get({ path: { sample: uuid } })
    assert.strictEqual(memberText(text, "attributes"), attributes)
    const list = await client.text.samples.list({ path })
    assert.strictEqual(memberText(list, 0, "attributes", "t"), "1700000000123456789")
    assert.isUndefined(memberText(list, 1, "attributes"))
    assert.throws(() => exactJson("{"), SyntaxError)
  })

  it("survive an upload", async () => {
    const client = served.client()
    const line = exactJson(`{\n  "name": "b",\r\n  "attributes": ${attributes}\n}`)
    for await (const { uuid } of client.upload({ path, lines: [line] })) {
      const text = await client.text.samples.get({ path: { sample: uuid ?? "" } })
      assert.strictEqual(memberText(text, "attributes"), attributes)
    }
  })
})

describe("a download", () => {
  it("of a release's file comes as bytes, without the key", async () => {
    const client = served.client("owner", {})
    await client.releases.create({ path: cars, payload: { name: "v1" } })
    let url: unknown
    for (let tries = 0; url === undefined && tries < 500; tries++) {
      const release = await client.releases.get({ path: { ...cars, release: "v1" } })
      if (release.status === "SUCCEEDED") url = Reflect.get(Object(release.attributes), "url")
      else await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const { pathname, search } = new URL(String(url), served.url)
    const decoder = new TextDecoder()
    let text = ""
    for await (const bytes of client.download(served.url + pathname + search))
      text += decoder.decode(bytes, { stream: true })
    const file: unknown = JSON.parse(text)
    assert.isObject(file)
  })
})

describe("a client that knows its server by a path alone", () => {
  it("downloads what is named by a whole URL or by a path", async () => {
    const asked: Array<string> = []
    const client = createClient({
      baseUrl: "/annotary",
      fetch: async (input) => {
        asked.push(String(input))
        return new Response("bytes")
      },
    })
    const read = async (url: string) => {
      for await (const bytes of client.download(url)) assert.isAbove(bytes.length, 0)
    }
    const page = { origin: "https://example.org", pathname: "/labels" }
    Object.assign(globalThis, { location: page })
    try {
      await read("https://files.example.org/a?token=1")
      await read("/annotary/assets/a")
    } finally {
      Reflect.deleteProperty(globalThis, "location")
    }
    assert.deepStrictEqual(asked, [
      "https://files.example.org/a?token=1",
      "https://example.org/annotary/assets/a",
    ])
  })
})

describe("a signal", () => {
  const why = new Error("no longer wanted")

  it("ends a call that waits for its answer, with the signal's reason", async () => {
    await using silent = await serve(() => {})
    const controller = new AbortController()
    const call = rejection(createClient({ baseUrl: silent.url }).users.me({}, { signal: controller.signal }))
    controller.abort(why)
    assert.strictEqual(await call, why)
  })

  it("ends a call before it begins", async () => {
    const call = served.client().users.me({}, { signal: AbortSignal.abort(why) })
    assert.strictEqual(await rejection(call), why)
  })

  it("ends an upload that waits for its next line, and lets the source go", async () => {
    const controller = new AbortController()
    let closed = false
    const waiting: AsyncIterable<UploadLine> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: async () => {
          closed = true
          return { done: true, value: undefined }
        },
      }),
    }
    const upload = served.client().upload({ path: cars, lines: waiting }, { signal: controller.signal })
    const read = async () => {
      for await (const _line of upload);
    }
    const reading = rejection(read())
    setTimeout(() => controller.abort(why), 10)
    assert.strictEqual(await reading, why)
    assert.isTrue(closed)
  })

  it("ends a body half-way, and the server sees the connection close", async () => {
    let closed: () => void = () => {}
    const close = new Promise<void>((resolve) => {
      closed = resolve
    })
    await using endless = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" })
      response.write("first")
      response.on("close", closed)
    })
    const controller = new AbortController()
    const { signal } = controller
    const client = createClient({ baseUrl: endless.url })
    const read = async () => {
      for await (const _bytes of client.download(`${endless.url}/file`, { signal })) controller.abort(why)
    }
    assert.strictEqual(await rejection(read()), why)
    await close
  })

  it("is not needed to let a body go: leaving the loop closes it", async () => {
    let closed: () => void = () => {}
    const close = new Promise<void>((resolve) => {
      closed = resolve
    })
    await using endless = await serve((_request, response) => {
      response.write("first")
      response.on("close", closed)
    })
    for await (const _bytes of createClient({ baseUrl: endless.url }).download(`${endless.url}/file`)) break
    await close
  })
})
