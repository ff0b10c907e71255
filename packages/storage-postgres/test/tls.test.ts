/** Encryption against a real server, with certificates made for the test. */
import { execFileSync } from "node:child_process"
import { chmodSync, chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { StorageFailure } from "@annotary/core/effect"
import { type OwnServer, startOwnServer } from "@annotary/test-support/postgres"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { openPool } from "../src/connection/connect.ts"

let server: OwnServer
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "annotary-tls-"))
  makeAuthority("ca")
  makeAuthority("stranger")
  makeCertificate("server", "localhost", "subjectAltName=DNS:localhost")
  makeCertificate("client", "postgres", "basicConstraints=CA:FALSE")
  server = await startOwnServer(["fsync=off"])
  for (const name of ["server.crt", "server.key", "ca.crt"]) {
    const path = join(server.folder, name)
    copyFileSync(join(folder, name), path)
    chmodSync(path, 0o600)
    chownSync(path, server.owner.uid, server.owner.gid)
  }
}, 60_000)

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const openssl = (...words: ReadonlyArray<string>) =>
  execFileSync("openssl", words, { cwd: folder, stdio: "pipe" })

const makeAuthority = (name: string) =>
  openssl(
    ..."req -x509 -newkey rsa:2048 -nodes -days 2 -keyout".split(" "),
    `${name}.key`,
    "-out",
    `${name}.crt`,
    "-subj",
    `/CN=${name}`,
  )

const makeCertificate = (name: string, subject: string, extension: string) => {
  writeFileSync(join(folder, `${name}.ext`), extension)
  openssl(
    ..."req -newkey rsa:2048 -nodes -keyout".split(" "),
    `${name}.key`,
    "-out",
    `${name}.csr`,
    "-subj",
    `/CN=${subject}`,
  )
  openssl(
    ..."x509 -req -days 2 -CA ca.crt -CAkey ca.key -CAcreateserial -in".split(" "),
    `${name}.csr`,
    "-out",
    `${name}.crt`,
    "-extfile",
    `${name}.ext`,
  )
}

/** Turns TLS on or off, with the rules of who may come in. */
const serve = async (ssl: "on" | "off", rules: string) => {
  writeFileSync(join(server.folder, "pg_hba.conf"), `local all all trust\n${rules}\n`)
  const client = new pg.Client({ connectionString: server.url, ssl: false })
  await client.connect()
  for (const text of [
    `ALTER SYSTEM SET ssl = ${ssl}`,
    "ALTER SYSTEM SET ssl_ca_file = 'ca.crt'",
    "SELECT pg_reload_conf()",
  ])
    await client.query(text)
  await client.end()
  // The postmaster reads its settings a moment later.
  await sleep(300)
}

/** The version of TLS that a connection has, or why there is none. */
const connect = (query: string, host = "localhost"): Promise<string> =>
  Effect.runPromiseExit(
    Effect.scoped(
      Effect.flatMap(
        openPool({ url: `postgres://postgres:postgres@${host}:${server.port}/postgres?${query}` }),
        (pool) =>
          Effect.promise(() =>
            pool.query<{ version: string | null }>(
              "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
            ),
          ),
      ),
    ),
  ).then((exit) => (Exit.isSuccess(exit) ? (exit.value.rows[0]?.version ?? "plain") : sentenceOf(exit.cause)))

const sentenceOf = (cause: Cause.Cause<unknown>): string => {
  const problem = Cause.squash(cause)
  return problem instanceof StorageFailure && problem.cause instanceof Error
    ? problem.cause.message
    : String(problem)
}

const anybody = "host all all all scram-sha-256"
const file = (name: string) => encodeURIComponent(join(folder, name))

describe("a server with a certificate of a private authority", () => {
  beforeAll(() => serve("on", anybody))

  it.each([
    ["", "TLSv1.3"],
    ["sslmode=prefer", "TLSv1.3"],
    ["sslmode=require", "TLSv1.3"],
    ["sslmode=disable", "plain"],
  ])("is reached with '%s' over %s", async (query, version) => {
    assert.strictEqual(await connect(query), version)
  })

  it("is believed where its authority is", async () => {
    assert.strictEqual(await connect(`sslmode=verify-ca&sslrootcert=${file("ca.crt")}`), "TLSv1.3")
    assert.strictEqual(await connect(`sslmode=verify-full&sslrootcert=${file("ca.crt")}`), "TLSv1.3")
    assert.strictEqual(
      await connect(`sslmode=verify-full&sslnegotiation=direct&sslrootcert=${file("ca.crt")}`),
      "TLSv1.3",
    )
  })

  it("is not trusted by another authority, nor without one", async () => {
    for (const query of [
      `sslmode=verify-ca&sslrootcert=${file("stranger.crt")}`,
      `sslmode=require&sslrootcert=${file("stranger.crt")}`,
      `sslmode=verify-full&sslrootcert=${file("stranger.crt")}`,
      "sslmode=verify-full",
    ]) {
      const answer = await connect(query)
      assert.match(
        answer,
        /^the database postgres on localhost:\d+ cannot be used: its certificate is not trusted: /,
      )
      assert.notMatch(answer, /postgres:postgres/)
    }
  })

  it("is the wrong one under another name, which only verify-full minds", async () => {
    const other = "127.0.0.1"
    assert.include(
      await connect(`sslmode=verify-full&sslrootcert=${file("ca.crt")}`, other),
      "its certificate is not trusted",
    )
    assert.strictEqual(await connect(`sslmode=verify-ca&sslrootcert=${file("ca.crt")}`, other), "TLSv1.3")
  })

  it("is not contacted with a certificate that cannot be read", async () => {
    const answer = await connect(`sslmode=verify-full&sslrootcert=${file("nowhere.crt")}`)
    assert.match(answer, /the file .*nowhere\.crt of sslrootcert cannot be read \(ENOENT\)$/)
  })
})

describe("a server that lets in who has a certificate", () => {
  beforeAll(() => serve("on", `hostssl all all all scram-sha-256 clientcert=verify-full`))
  const own = () => `sslcert=${file("client.crt")}&sslkey=${file("client.key")}`

  it("lets in with it, and not without", async () => {
    assert.strictEqual(await connect(`sslmode=require&${own()}`), "TLSv1.3")
    assert.include(await connect("sslmode=require"), "client certificate")
    assert.include(await connect("sslmode=disable"), "no encryption")
    assert.include(readFileSync(join(folder, "client.crt"), "utf8"), "CERTIFICATE")
  })
})

describe("a server without TLS", () => {
  beforeAll(async () => {
    // Only TLS gets in now; the rules are changed from inside of the machine's own account.
    writeFileSync(join(server.folder, "pg_hba.conf"), `${anybody}\n`)
    await server.halt()
    await server.start(["fsync=off"])
    await serve("off", anybody)
  }, 30_000)

  it("is reached where TLS is only preferred", async () => {
    assert.strictEqual(await connect(""), "plain")
    assert.strictEqual(await connect("sslmode=allow"), "plain")
  })

  it("is refused where TLS is demanded", async () => {
    for (const query of ["sslmode=require", "sslmode=verify-full"])
      assert.include(await connect(query), "it does not support TLS, which the sslmode of the URL requires")
  })
})
