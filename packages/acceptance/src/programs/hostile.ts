/** Clients that mean harm, by HTTP and by bare sockets, against a running server. Slow cases run beside each other. */
import { request as httpRequest } from "node:http"
import { connect } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { adminKey, check, type Json, measureResidentMegabytes, run, startServer } from "../support.ts"

const settings = {
  ANNOTARY_LOG: "json",
  ANNOTARY_SLOW_BODY_SECONDS: "2",
  ANNOTARY_PUBLIC_URL: "https://labels.example.com/api",
  ANNOTARY_TRUSTED_PROXIES: "127.0.0.0/8,10.0.0.0/8",
}
const server = await startServer(settings)
const { port } = new URL(server.url)

/** A bare socket and what it has received. */
const open = () => {
  const socket = connect(Number(port), "127.0.0.1")
  const state = { text: "", bytes: 0, closed: false }
  socket.on("data", (chunk) => {
    state.bytes += chunk.length
    if (state.text.length < 1e6) state.text += chunk.toString("latin1")
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    state.closed = true
  })
  return { socket, state }
}

const waitUntil = async (so, millis = 10_000) => {
  const end = Date.now() + millis
  while (!so() && Date.now() < end) await sleep(20)
  return so()
}

const formatHead = (line, headers = {}) =>
  `${[line, "Host: localhost", ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\r\n")}\r\n\r\n`

/** The first answer to bytes on a new connection. */
const sendBytes = async (bytes: string, millis?: number) => {
  const { socket, state } = open()
  socket.write(bytes)
  await waitUntil(() => state.text.includes("\r\n\r\n") || state.closed, millis)
  await sleep(50)
  socket.destroy()
  return { ...state, status: Number(/^HTTP\/1\.1 (\d+)/.exec(state.text)?.[1] ?? 0) }
}

const withKey = { Authorization: `APIKey ${adminKey}` }
const formatStatus = (status, found, name) =>
  check(name, found.status === status, `${found.status} ${found.text.slice(0, 15)}`)

/** Resident memory and the longest wait of a health check while sockets flood. */
const runAttack = async (sockets) => {
  const before = await measureResidentMegabytes(server.pid)
  const flood = Array.from({ length: sockets }, () => {
    const connection = open()
    connection.socket.pause()
    connection.socket.write(formatHead("GET /docs HTTP/1.1", { "Accept-Encoding": "gzip" }).repeat(150))
    connection.socket.write(formatHead("GET /docs HTTP/1.1").repeat(150))
    return connection
  })
  let peak = before
  let slowest = 0
  const end = Date.now() + 5_000
  while (Date.now() < end) {
    const startedAt = performance.now()
    await fetch(`${server.url}/healthz`).then((answer) => answer.text())
    slowest = Math.max(slowest, performance.now() - startedAt)
    peak = Math.max(peak, await measureResidentMegabytes(server.pid))
    await sleep(30)
  }
  for (const { socket } of flood) socket.destroy()
  await sleep(300)
  return { grown: Math.round(peak - before), slowest: Math.round(slowest), peak: Math.round(peak) }
}

const listImports = async () => {
  await server.request("POST", "/user/datasets/", {
    name: "lines",
    category: "street_scenery",
    task_type: "vector",
  })
  return `/datasets/admin/lines/samples_bulk/`
}

const makeForm = (fields: Json, file?: Json) =>
  [
    ...fields.map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    file === undefined
      ? "--b--\r\n"
      : `--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${file}`,
  ].join("")
const multipart = { "Content-Type": "multipart/form-data; boundary=b" }

/** An idle connection is looked at again at the end: it is announced to live for longer than the other cases take. */
const idle = open()
idle.socket.write(formatHead("GET /healthz HTTP/1.1"))
const idleSince = Date.now()

await run({
  "docs warm up": async () => {
    const page = await fetch(`${server.url}/docs`)
    const text = await page.text()
    const policy = page.headers.get("content-security-policy") ?? ""
    check(
      "the policy of /docs has no unsafe-inline and no unsafe-eval",
      !/unsafe/.test(policy),
      policy.slice(0, 80),
    )
    check("/docs shows the document", text.includes("/datasets/{owner}/{dataset}"))
    for (const path of ["/docs", "/openapi.json", "/configuration/schema.json"]) {
      const first = await fetch(server.url + path)
      const tag = first.headers.get("etag")
      const cached = /\bpublic\b/.test(first.headers.get("cache-control") ?? "")
      const again = await fetch(server.url + path, { headers: { "If-None-Match": tag ?? '"x"' } })
      check(
        `${path} is public, has a strong ETag, and is 304 for it`,
        cached && /^"[^"]+"$/.test(tag ?? "") && again.status === 304,
        `${first.headers.get("cache-control")} ${tag} ${again.status}`,
      )
    }
  },
  "one flood": async () => {
    const { grown, peak, slowest } = await runAttack(1)
    check(
      "300 unread GET /docs on one socket cost less than 64 MB",
      grown < 64,
      `+${grown} MB, peak ${peak} MB`,
    )
    check("and others are answered meanwhile", slowest < 1000, `slowest ${slowest} ms`)
  },
  "two floods": async () => {
    const { grown, peak, slowest } = await runAttack(2)
    check(
      "on two sockets too",
      grown < 64 && slowest < 1000,
      `+${grown} MB, peak ${peak} MB, slowest ${slowest} ms`,
    )
  },
  pipelining: async () => {
    const { socket, state } = open()
    socket.write(
      Array.from({ length: 300 }, (_, at) =>
        formatHead("GET /healthz HTTP/1.1", { "X-Request-Id": `r${at}` }),
      ).join(""),
    )
    await waitUntil(() => state.text.includes("r299"))
    const order = [...state.text.matchAll(/X-Request-Id: r(\d+)/g)].map((found) => Number(found[1]))
    check(
      "300 pipelined requests are answered in order",
      order.length === 300 && order.every((id, at) => id === at),
      order.length,
    )
    socket.destroy()
  },
  slow: async () => {
    const sendSlowly = async (line, headers) => {
      const { socket, state } = open()
      socket.write(formatHead(line, headers))
      const timer = setInterval(() => socket.write(headers["Transfer-Encoding"] ? "1\r\n \r\n" : " "), 100)
      await waitUntil(() => state.text !== "", 7_000)
      clearInterval(timer)
      socket.destroy()
      return Number(/^HTTP\/1\.1 (\d+)/.exec(state.text)?.[1] ?? 0)
    }
    const path = await listImports()
    const json = { "Content-Type": "application/json", ...withKey }
    const [small, large, lines] = await Promise.all([
      sendSlowly("POST /user/datasets/ HTTP/1.1", { ...json, "Content-Length": 1000 }),
      sendSlowly("POST /user/datasets/ HTTP/1.1", { ...json, "Content-Length": 1_000_000 }),
      sendSlowly(`POST ${path} HTTP/1.1`, {
        ...withKey,
        "Content-Type": "application/x-ndjson",
        "Transfer-Encoding": "chunked",
      }),
    ])
    check("a small body that drips is 408", small === 408, small)
    check("a large body that drips is 408", large === 408, large)
    check("lines that drip are 408", lines === 408, lines)
    const flowing = await new Promise<string>((done, failed) => {
      const request = httpRequest(
        server.url + path,
        { method: "POST", headers: { ...withKey, "Content-Type": "application/x-ndjson" } },
        (answer) => {
          let text = ""
          answer.on("data", (chunk) => {
            text += chunk
          })
          answer.on("end", () => done(`${answer.statusCode} ${text.trim().split("\n").at(-1)}`))
        },
      )
      request.on("error", failed)
      let sent = 0
      const timer = setInterval(() => {
        request.write(
          `${JSON.stringify({ name: `s${sent++}`, attributes: { image: { url: "https://example.com/a.png" } }, metadata: { pad: "x".repeat(1000) } })}\n`,
        )
        if (sent === 50) {
          clearInterval(timer)
          request.end()
        }
      }, 100)
    })
    check(
      "lines that flow for longer are imported",
      flowing.startsWith("200") && flowing.includes('"created":50'),
      flowing,
    )
  },
  newlines: async () => {
    const path = await listImports()
    const send = async (bytes) => {
      const begun = performance.now()
      const answer = await server.request("POST", path, bytes, {
        "Content-Type": "application/x-ndjson",
        "Content-Encoding": "gzip",
      })
      return { status: answer.status, millis: Math.round(performance.now() - begun) }
    }
    const newlines = await send(gzipSync(Buffer.alloc(20_000_000, "\n")))
    check(
      "20 M newlines are refused at once",
      newlines.status === 400 && newlines.millis < 1000,
      `${newlines.status} after ${newlines.millis} ms`,
    )
    const line = `{"name":"a","attributes":{},"metadata":{"pad":"${" ".repeat(5_000_000)}"}}\n`
    const bomb = await send(gzipSync(line.repeat(20)))
    check("100 MB in 100 kB are refused", bomb.status === 413, `${bomb.status} after ${bomb.millis} ms`)
    const spaced = await send(
      gzipSync(Array.from({ length: 3000 }, (_, at) => `{"name":"b${at}","attributes":{}}\n\n`).join("")),
    )
    check("blank lines between samples are fine", spaced.status === 200, spaced.status)
  },
  uploads: async () => {
    const unknown = "/assets/00000000-0000-4000-8000-000000000000/upload/"
    formatStatus(
      404,
      await sendBytes(
        formatHead(`POST ${unknown} HTTP/1.1`, { ...multipart, "Content-Length": 50_000_000 }),
        2000,
      ),
      "an upload to an unknown asset is refused before its body",
    )
    const asset = (await server.request("POST", "/assets/", { filename: "a.png" })).json
    const path = `/assets/${asset.uuid}/upload/`
    const without = makeForm([["key", "x"]], "abc")
    formatStatus(
      403,
      await sendBytes(
        formatHead(`POST ${path} HTTP/1.1`, { ...multipart, "Content-Length": 50_000_000 }) + without,
        2000,
      ),
      "an upload without its token is refused before its file",
    )
    const endless = makeForm([["key", "x".repeat(3_000_000)]])
    const long = await sendBytes(
      formatHead(`POST ${path} HTTP/1.1`, { ...multipart, "Content-Length": 50_000_000 }) + endless,
      2000,
    )
    check("a field without end is refused", long.status === 400 || long.status === 413, long.status)
    const many = makeForm(
      Array.from({ length: 40 }, (_, at) => [`f${at}`, "x"]),
      "abc",
    )
    const answer = await server.request("POST", path, many, multipart)
    check(
      "too many form fields are said to be",
      answer.status === 400 && /fields/.test(answer.text),
      answer.text,
    )
    const good = makeForm(Object.entries(asset.presignedPostFields.fields), "abc\r\n--b--\r\n")
    check(
      "the right form is taken afterwards",
      (await server.request("POST", path, good, multipart)).status === 204,
    )
  },
  protocol: async () => {
    const body = { ...withKey, "Content-Type": "application/json" }
    const sendHeaders = (headers, rest = "") =>
      sendBytes(formatHead("POST /user/datasets/ HTTP/1.1", { ...body, ...headers }) + rest, 3000)
    formatStatus(
      501,
      await sendHeaders({ "Transfer-Encoding": "gzip, chunked" }, "2\r\n{}\r\n0\r\n\r\n"),
      "Transfer-Encoding: gzip, chunked is 501",
    )
    formatStatus(
      400,
      await sendHeaders({ "Transfer-Encoding": "chunked, gzip" }),
      "chunked that is not last is 400",
    )
    formatStatus(
      400,
      await sendHeaders({ "Content-Length": "2\r\nContent-Length: 3" }, "{}"),
      "two lengths are 400",
    )
    formatStatus(
      400,
      await sendHeaders({ "Content-Length": "2\r\nTransfer-Encoding: chunked" }, "2\r\n{}\r\n0\r\n\r\n"),
      "a length beside chunked is 400",
    )
    formatStatus(400, await sendHeaders({ "Content-Length": "+2" }, "{}"), "a length with a sign is 400")
    formatStatus(
      431,
      await sendBytes(formatHead("GET /healthz HTTP/1.1", { "X-Large": "x".repeat(40_000) })),
      "huge headers are 431",
    )
    formatStatus(
      400,
      await sendBytes(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A : b\r\n\r\n`),
      "a space before a colon is 400",
    )
    const version = await server.request("GET", "/api_status/", undefined, {
      "annotary-version": "1999-01-01",
    })
    check(
      "an unknown annotary-version is 400",
      version.status === 400 && /annotary-version/.test(version.text),
      version.text,
    )
    const answerToVersion = await server.request("GET", "/api_status/", undefined, {
      "annotary-version": "2026-11-01",
    })
    check("the one in the answers is fine", answerToVersion.status === 200)
    const { socket, state } = open()
    socket.write(`${formatHead("GET /healthz HTTP/1.1")}garbage\r\n\r\n`)
    await waitUntil(() => state.closed)
    check(
      "garbage after a request follows its answer",
      /^HTTP\/1\.1 200[\s\S]*HTTP\/1\.1 400/.test(state.text),
      state.text.slice(0, 15),
    )
  },
  hosts: async () => {
    const requestByHost = (host) => sendBytes(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    formatStatus(200, await requestByHost("labels.example.com"), "the host of the public URL is allowed")
    const other = await requestByHost("evil.example.com")
    check(
      "a 421 names the setting",
      other.status === 421 && /ANNOTARY_ALLOWED_HOSTS/.test(other.text),
      other.text.split("\r\n\r\n")[1],
    )
  },
  "request log": async () => {
    const mark = `log-${Date.now()}`
    await server.request("GET", "/api_status/", undefined, {
      "X-Request-Id": mark,
      "X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.1.2.3",
    })
    await waitUntil(() => server.output().includes(mark))
    const line = JSON.parse(
      server
        .output()
        .split("\n")
        .find((text) => text.includes(mark)) ?? "",
    )
    check(
      "the log says the client's address, behind trusted proxies",
      line.client === "203.0.113.7",
      line.client,
    )
    check("and the id of the key", line.key === "accept00", line.key)
  },
  idle: async () => {
    const announced = Number(/Keep-Alive: timeout=(\d+)/.exec(idle.state.text)?.[1])
    await waitUntil(() => idle.state.closed, Math.max(0, idleSince + announced * 1000 + 3_000 - Date.now()))
    check(`an idle connection is closed after the ${announced} s that were announced`, idle.state.closed)
  },
})
