import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { annotary } from "./support/annotary.ts"
import { apiOf, expectStatus, textMember } from "./support/api.ts"
import { type ChildServer, ensureBuilt, startServer, startWorker } from "./support/childServer.ts"

let folder: string
beforeAll(async () => {
  await ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), "annotary-serve-"))
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const adminKey = `ann_servetst_${"S".repeat(43)}`

/** An environment of its own for each test. */
const place = (name: string) => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, name, "a.db")}`,
  ANNOTARY_DATA_DIR: join(folder, name, "data"),
})

const using = async <A>(
  environment: Record<string, string>,
  use: (server: ChildServer) => Promise<A>,
): Promise<A> => {
  const server = await startServer(environment)
  try {
    return await use(server)
  } finally {
    server.process.kill("SIGKILL")
  }
}

describe("annotary serve", () => {
  it("does not listen as a worker only", async () => {
    const child = await startWorker({
      ...place("worker"),
      ANNOTARY_ROLES: "worker",
      ANNOTARY_ADMIN_API_KEY: adminKey,
    })
    assert.strictEqual(child.code, 0)
    assert.strictEqual(child.stdout, "working on jobs\n")
  }, 60_000)

  it("answers health, readiness and metrics; a stranger gets no metrics", async () => {
    await using({ ...place("metrics"), ANNOTARY_ADMIN_API_KEY: adminKey }, async (server) => {
      const admin = apiOf(server.url, adminKey)
      const stranger = apiOf(server.url, "nobody")
      expectStatus(await stranger.call("GET", "/healthz"), 200)
      expectStatus(await stranger.call("GET", "/readyz"), 200)
      expectStatus(await stranger.call("GET", "/metrics"), 401)
      const { headers, text } = expectStatus(await admin.call("GET", "/metrics"), 200)
      assert.match(headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/)
      assert.match(text, /^annotary_http_requests_total\{method="GET",route="\/healthz",status="2xx"\} 1$/m)
      assert.match(
        text,
        /^annotary_http_request_duration_seconds_bucket\{le="\+Inf",method="GET",route="\/readyz"\} 1$/m,
      )
      assert.match(text, /^process_resident_memory_bytes \d{7,}$/m)
      assert.match(text, /^annotary_event_loop_lag_seconds\{statistic="p99"\} \d/m)
      assert.notInclude(text, "admin")
    })
  }, 60_000)

  it("logs each request with route, status, time and user, as JSON when asked, never a key", async () => {
    await using(
      { ...place("log"), ANNOTARY_ADMIN_API_KEY: adminKey, ANNOTARY_LOG: "json" },
      async (server) => {
        await apiOf(server.url, adminKey).call("GET", "/users/admin")
        const { stderr } = await server.stop()
        const entries = stderr
          .trim()
          .split("\n")
          .map((line): unknown => JSON.parse(line))
        const request = entries.find((entry) => textMember(entry, "message") === "request")
        assert.deepInclude(request, {
          level: "info",
          method: "GET",
          route: "/users/:username",
          status: 200,
          user: "admin",
        })
        assert.isString(textMember(request, "requestId"))
        assert.notInclude(stderr, adminKey)
      },
    )
  }, 60_000)

  it("ends at once at the second signal, which is not the first one passed on by a package manager", async () => {
    await using({ ...place("twice"), ANNOTARY_ADMIN_API_KEY: adminKey }, async (server) => {
      const slow = fetch(`${server.url}/user/datasets/`, {
        method: "POST",
        headers: { authorization: `APIKey ${adminKey}`, "content-type": "application/json" },
        body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("{")) }),
        duplex: "half",
      } as RequestInit).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 300))
      server.process.kill("SIGTERM")
      server.process.kill("SIGTERM")
      await new Promise((resolve) => setTimeout(resolve, 700))
      assert.strictEqual(server.process.exitCode, null)
      server.process.kill("SIGTERM")
      const { code } = await server.finished
      assert.strictEqual(code, 143)
      await slow
    })
  }, 60_000)

  it("keeps everything in memory when told so", async () => {
    await using(
      {
        ANNOTARY_DATABASE_URL: "memory:",
        ANNOTARY_DATA_DIR: join(folder, "memory"),
        ANNOTARY_ADMIN_API_KEY: adminKey,
      },
      async (server) => {
        expectStatus(await apiOf(server.url, adminKey).call("GET", "/api_status/"), 200)
        assert.strictEqual((await server.stop()).code, 0)
      },
    )
  }, 60_000)
})

describe("annotary serve refuses to start, with one sentence and exit code 1,", () => {
  const refusal = async (environment: Record<string, string>) => {
    const { code, stderr, stdout } = await annotary(["serve"], {
      ...place("refused"),
      ANNOTARY_PORT: "0",
      ...environment,
    })
    assert.strictEqual(stdout, "")
    assert.strictEqual(code, 1, stderr)
    const lines = stderr.trim().split("\n")
    assert.strictEqual(lines.length, 1, stderr)
    return lines[0] ?? ""
  }

  it("on a malformed setting, without its value", async () => {
    assert.match(
      await refusal({ ANNOTARY_ADMIN_API_KEY: "hunter2" }),
      /^annotary: ANNOTARY_ADMIN_API_KEY must be ann_/,
    )
    assert.match(
      await refusal({ ANNOTARY_DATABASE_URL: "mysql://a:b@c/d" }),
      /^annotary: ANNOTARY_DATABASE_URL must be/,
    )
  }, 60_000)

  it("on a Postgres that is not there, whose password it does not tell", async () => {
    const sentence = await refusal({
      ANNOTARY_DATABASE_URL: "postgres://u:secret@127.0.0.1:1/d",
      ANNOTARY_DATABASE_WAIT_SECONDS: "0",
    })
    assert.match(sentence, /The database d on 127\.0\.0\.1/)
    assert.notInclude(sentence, "secret")
  }, 60_000)

  it("on a port in use", async () => {
    const rival = createServer()
    const port = await new Promise<number>((resolve) => {
      rival.listen(0, "127.0.0.1", () => {
        const address = rival.address()
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      })
    })
    try {
      assert.match(
        await refusal({ ANNOTARY_PORT: String(port) }),
        new RegExp(`127\\.0\\.0\\.1:${port}.*in use`),
      )
    } finally {
      rival.close()
    }
  }, 60_000)

  it("on a folder that is a file, and on a database that is none", async () => {
    mkdirSync(join(folder, "refused"), { recursive: true })
    const file = join(folder, "refused", "file")
    writeFileSync(file, "this is not a database, however long one looks at it".repeat(100))
    assert.include(await refusal({ ANNOTARY_DATA_DIR: join(file, "data") }), file)
    assert.include(await refusal({ ANNOTARY_DATABASE_URL: `sqlite:${file}` }), file)
  }, 60_000)
})

describe("the other commands", () => {
  it("end with 2 on wrong usage", async () => {
    const { code, stderr } = await annotary(["user", "create"], {})
    assert.strictEqual(code, 2)
    assert.match(stderr, /^annotary: Usage: annotary user create NAME/)
  })

  it("make people, keys and members that a server then knows, and end them", async () => {
    const environment = place("people")
    const run = async (...words: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await annotary(words, environment)
      assert.strictEqual(code, 0, stderr)
      return stdout.trim()
    }
    await run("migrate")
    assert.strictEqual(await run("user", "create", "ada", "--email", "ada@example.org"), "user ada created")
    await run("user", "create", "acme", "--organization")
    await run("member", "add", "acme", "ada", "admin")
    const key = await run("api-key", "create", "ada", "--description", "laptop")
    assert.match(key, /^ann_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/)
    assert.include(await run("api-key", "list", "ada"), "laptop")
    assert.match(await run("user", "list"), /acme +organization/)
    await using(environment, async (server) => {
      const ada = apiOf(server.url, key)
      expectStatus(await ada.call("GET", "/organizations/acme/members/"), 200)
      await run("api-key", "revoke", key.slice(4, 12))
      await new Promise((resolve) => setTimeout(resolve, 2200))
      expectStatus(await ada.call("GET", "/user"), 401)
    })
    const twice = await annotary(["user", "create", "ADA"], environment)
    assert.strictEqual(twice.code, 1)
    assert.match(twice.stderr, /already exists/)
  }, 60_000)

  it("import a folder and lines, keep every digit, export them, and verify the file", async () => {
    const environment = place("import")
    const source = join(folder, "source")
    mkdirSync(join(source, "one"), { recursive: true })
    const attributes = `{"frames":[{"timestamp":1700000000123456789,"x":1.50}]}`
    writeFileSync(join(source, "one", "sample.json"), `{ "name": "one", "attributes": ${attributes} }`)
    writeFileSync(
      join(source, "one", "label.json"),
      `{"format_version":"0.1","annotations":[],"n":9007199254740993}`,
    )
    writeFileSync(
      join(source, "configuration.json"),
      `{"format_version":"0.1","categories":[{"id":1,"name":"car"}]}`,
    )
    writeFileSync(
      join(source, "lines.ndjson"),
      `{"name":"two","attributes":{"n":18446744073709551615},"priority":3,"label":{"label_status":"LABELED","attributes":{"annotations":[],"a":0.10}}}\n{"name":3,"attributes":null}\n`,
    )
    const run = (...words: ReadonlyArray<string>) => annotary(words, environment)
    assert.strictEqual((await run("user", "create", "ada")).code, 0)
    const missing = await run("import", source, "--dataset", "ada/drive")
    assert.strictEqual(missing.code, 1)
    assert.match(missing.stderr, /Dataset not found.*--create/)
    const imported = await run(
      "import",
      source,
      "--dataset",
      "ada/drive",
      "--create",
      "pointcloud-cuboid-sequence",
    )
    assert.strictEqual(imported.code, 1)
    assert.match(imported.stderr, /lines\.ndjson:2: \/name must be a text/)
    assert.strictEqual(
      imported.stdout.trim(),
      "2 samples created, 0 existing, 2 labels written, 0 kept, 1 failed",
    )
    const one = ["import", join(source, "one"), "--dataset", "ada/drive", "--label-status", "LABELED"]
    const again = await run(...one)
    assert.strictEqual(again.code, 0, again.stderr)
    assert.strictEqual(
      again.stdout.trim(),
      "0 samples created, 1 existing, 0 labels written, 1 kept, 0 failed",
    )
    const replaced = await run(...one, "--replace-labels")
    assert.strictEqual(
      replaced.stdout.trim(),
      "0 samples created, 1 existing, 1 labels written, 0 kept, 0 failed",
    )
    const file = join(folder, "drive.json")
    const exported = await run("export", "ada/drive", file)
    assert.strictEqual(exported.code, 0, exported.stderr)
    const text = readFileSync(file, "utf8")
    assert.include(text, attributes)
    assert.include(text, `{"n":18446744073709551615}`)
    assert.include(text, `"annotations":[],"n":9007199254740993}`)
    assert.include(text, `"label_status":"LABELED","attributes":{"annotations":[],"a":0.10}`)
    assert.include(text, `"categories":[{"id":1,"name":"car"}]`)
    const verified = await run("verify", file)
    assert.strictEqual(verified.code, 0, verified.stdout)
    assert.include(verified.stdout, "verified: whole and unchanged")
    writeFileSync(file, text.replace("18446744073709551615", "18446744073709551616"))
    const forged = await run("verify", file)
    assert.strictEqual(forged.code, 1)
    assert.match(forged.stdout, /does not fit the samples/)
  }, 60_000)

  it("export overwrites nothing unless told so, and import reads what it wrote, or refuses it as a whole", async () => {
    const environment = place("release")
    const run = (...words: ReadonlyArray<string>) => annotary(words, environment)
    const source = join(folder, "release.ndjson")
    const file = join(folder, "release.json")
    writeFileSync(
      source,
      `{"name":"two","attributes":{"n":18446744073709551615},"label":{"label_status":"LABELED","attributes":{"annotations":[],"a":0.10}}}\n`,
    )
    await run("user", "create", "ada")
    await run("import", source, "--dataset", "ada/drive", "--create", "pointcloud-cuboid-sequence")
    await run("export", "ada/drive", file)
    const text = readFileSync(file, "utf8")
    const taken = await run("export", "ada/drive", file)
    assert.strictEqual(taken.code, 1)
    assert.match(taken.stderr, /--force overwrites it/)
    assert.strictEqual((await run("export", "ada/drive", file, "--force")).code, 0)
    const copied = await run("import", file, "--dataset", "ada/copy")
    assert.strictEqual(copied.code, 0, copied.stderr)
    const copy = join(folder, "copy.json")
    await run("export", "ada/copy", copy)
    assert.include(
      readFileSync(copy, "utf8"),
      `"label_status":"LABELED","attributes":{"annotations":[],"a":0.10}`,
    )
    assert.include(readFileSync(copy, "utf8"), `"task_type":"pointcloud-cuboid-sequence"`)
    writeFileSync(file, text.replace("18446744073709551615", "18446744073709551616"))
    const broken = await run("import", file, "--dataset", "ada/broken")
    assert.strictEqual(broken.code, 1)
    assert.match(broken.stderr, /was changed after it was created.*Nothing was imported/)
    assert.strictEqual((await run("export", "ada/broken", join(folder, "broken.json"))).code, 1)
  }, 120_000)

  it("doctor shows the settings without secrets, and points out what to mend", async () => {
    const environment = { ...place("doctor"), ANNOTARY_PROT: "1", ANNOTARY_ADMIN_API_KEY: adminKey }
    await using(environment, async (server) => {
      await server.stop()
    })
    const { code, stdout } = await annotary(["doctor"], environment)
    assert.strictEqual(code, 1, stdout)
    assert.match(stdout, /wrong ANNOTARY_PROT is not a setting; did you mean ANNOTARY_PORT\?/)
    assert.include(stdout, "ok    The database file passes the quick check.")
    assert.match(stdout, /ANNOTARY_SECRET_KEYS.*not set/)
    assert.match(stdout, /kept in the database/)
    assert.notInclude(stdout, adminKey)
  }, 60_000)
})
