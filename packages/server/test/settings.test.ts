import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defaultSettings } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { formatHelp } from "../src/cli/help.ts"
import { toEngineSettings, toWebhookSettings } from "../src/engine/partSettings.ts"
import { toTransportOptions } from "../src/serve/transport.ts"
import { formatSettingsMarkdown, makeSettingsReport } from "../src/settings/describe.ts"
import {
  type Flags,
  findUnknownVariables,
  loadSettings,
  readWrittenSettings,
} from "../src/settings/loadSettings.ts"
import { findNearest } from "../src/settings/nearest.ts"
import { toFlag } from "../src/settings/Setting.ts"
import { settings } from "../src/settings/settings.ts"

const load = (environment: { readonly [name: string]: string }, flags: Flags = {}) =>
  within(environment, loadSettings(flags))

const reportOf = (environment: { readonly [name: string]: string }, flags: Flags = {}) =>
  within(
    environment,
    Effect.map(
      Effect.all([readWrittenSettings(flags), loadSettings(flags)]),
      ([written, values]): Array<readonly [string, string]> =>
        makeSettingsReport(written, values).map(([name = "", value = ""]) => [name, value]),
    ),
  )

const within = <A, E>(environment: { readonly [name: string]: string }, effect: Effect.Effect<A, E>) => {
  const before = { ...process.env }
  for (const name of Object.keys(process.env)) if (name.startsWith("ANNOTARY_")) delete process.env[name]
  Object.assign(process.env, environment)
  return effect.pipe(
    Effect.ensuring(
      Effect.sync(() => {
        for (const name of Object.keys(environment)) delete process.env[name]
        Object.assign(process.env, before)
      }),
    ),
  )
}

/** The formatter pads the columns of a table. */
const cells = (markdown: string): string => markdown.replaceAll(/ *\| */g, "|").replaceAll(/-{3,}/g, "---")

describe("settings", () => {
  it("stand in the README as the table has them", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    assert.include(cells(readme), cells(formatSettingsMarkdown()))
  })

  it.effect("say how long webhooks are kept, what was given up never shorter than the rest", () =>
    Effect.gen(function* () {
      const days = (count: number) => count * 24 * 3_600_000
      const kept = (environment: { readonly [name: string]: string }) =>
        Effect.map(load(environment), (loaded) => {
          const { keepDeadMillis, keepMillis } = toWebhookSettings(loaded)
          return [keepMillis, keepDeadMillis]
        })
      assert.deepStrictEqual(yield* kept({}), [days(30), days(90)])
      const both = { ANNOTARY_WEBHOOK_KEEP_DAYS: "7", ANNOTARY_WEBHOOK_KEEP_DEAD_DAYS: "14" }
      assert.deepStrictEqual(yield* kept(both), [days(7), days(14)])
      assert.deepStrictEqual(yield* kept({ ANNOTARY_WEBHOOK_KEEP_DAYS: "365" }), [days(365), days(365)])
    }),
  )

  it("are all listed by --help, with their flags", () => {
    const help = formatHelp()
    for (const { name } of Object.values(settings)) {
      assert.include(help, name)
      assert.include(help, `--${toFlag(name)} `)
    }
  })

  it.effect("have defaults that their own types accept", () =>
    Effect.gen(function* () {
      const values = yield* load({})
      assert.strictEqual(values.host, "127.0.0.1")
      assert.strictEqual(values.port, 8080)
      assert.deepStrictEqual(values.databaseUrl, { _tag: "Sqlite", filename: "./.annotary/annotary.db" })
      assert.deepStrictEqual(values.roles, ["api", "worker"])
      assert.strictEqual(values.adminApiKey, undefined)
      assert.strictEqual(values.maxUpload, 100 * 1024 * 1024)
      assert.deepStrictEqual(values.allowedHosts, [])
    }),
  )

  it.effect("put the database in the data folder, unless a URL names another place", () =>
    Effect.gen(function* () {
      const filename = (environment: { readonly [name: string]: string }, flags: Flags = {}) =>
        Effect.map(load(environment, flags), ({ databaseUrl }) => Object(databaseUrl).filename)
      const other = "/srv/labels $& 1"
      assert.strictEqual(yield* filename({ ANNOTARY_DATA_DIR: other }), `${other}/annotary.db`)
      assert.strictEqual(yield* filename({ ANNOTARY_DATA_DIR: "/srv/" }), "/srv/annotary.db")
      assert.strictEqual(yield* filename({ ANNOTARY_DATA_DIR: "/" }), "/annotary.db")
      assert.strictEqual(yield* filename({}, { "data-dir": "/srv" }), "/srv/annotary.db")
      const both = { ANNOTARY_DATA_DIR: "/srv", ANNOTARY_DATABASE_URL: "sqlite:./here.db" }
      assert.strictEqual(yield* filename(both), "./here.db")
      const report = new Map(yield* reportOf({ ANNOTARY_DATA_DIR: "/srv" }))
      assert.strictEqual(report.get("ANNOTARY_DATABASE_URL"), "sqlite:/srv/annotary.db")
    }),
  )

  it.effect("take secrets from files, and refuse a file beside the secret itself", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "annotary-secrets-"))
      const file = (name: string, text: string) => {
        writeFileSync(join(folder, name), text)
        return join(folder, name)
      }
      const key = "k".repeat(43)
      const given = {
        ANNOTARY_DATABASE_URL_FILE: file("url", "postgres://ada:pw@db:5432/annotary\n"),
        ANNOTARY_SECRET_KEYS_FILE: file("keys", `${key}\r\n`),
      }
      const values = yield* load(given)
      assert.strictEqual(values.databaseUrl._tag, "Postgres")
      assert.deepStrictEqual(values.secretKeys.map(Redacted.value), [key])
      const byFlag = yield* load({}, { "secret-keys-file": join(folder, "keys") })
      assert.lengthOf(byFlag.secretKeys, 1)
      const report = new Map(yield* reportOf(given))
      assert.strictEqual(report.get("ANNOTARY_SECRET_KEYS"), "set")
      assert.notInclude(report.get("ANNOTARY_DATABASE_URL"), "pw")

      const problems = (environment: { readonly [name: string]: string }, flags: Flags = {}) =>
        Effect.map(Effect.flip(load(environment, flags)), ({ message }) => message)
      assert.strictEqual(
        yield* problems({ ...given, ANNOTARY_SECRET_KEYS: key }),
        "ANNOTARY_SECRET_KEYS and ANNOTARY_SECRET_KEYS_FILE are both set; set one of them.",
      )
      assert.include(yield* problems(given, { "secret-keys": key }), "are both set")
      const missing = yield* problems({ ANNOTARY_S3_SECRET_ACCESS_KEY_FILE: join(folder, "none") })
      assert.match(
        missing,
        /^ANNOTARY_S3_SECRET_ACCESS_KEY_FILE names \S+none, which cannot be read: there is/,
      )
      const empty = yield* problems({ ANNOTARY_ADMIN_API_KEY_FILE: file("empty", "\n") })
      assert.match(empty, /^ANNOTARY_ADMIN_API_KEY_FILE names \S+, which is empty\.$/)
      const large = yield* problems({ ANNOTARY_ADMIN_API_KEY_FILE: file("large", "x".repeat(70_000)) })
      assert.include(large, "larger than a secret")
      const wrong = yield* problems({ ANNOTARY_SECRET_KEYS_FILE: file("wrong", "s3cret") })
      assert.notInclude(wrong, "s3cret")
      rmSync(folder, { recursive: true })
    }),
  )

  it("know the files of secrets, and of nothing else", () => {
    assert.deepStrictEqual(findUnknownVariables({ ANNOTARY_SECRET_KEYS_FILE: "x" }), [])
    assert.lengthOf(findUnknownVariables({ ANNOTARY_PORT_FILE: "x" }), 1)
    for (const [name, { type }] of Object.entries(settings))
      assert.strictEqual(type.label.startsWith("secret") || name === "databaseUrl", "isSecret" in type, name)
  })

  it.effect("come from a flag before the environment, and an empty variable is unset", () =>
    Effect.gen(function* () {
      const values = yield* load(
        { ANNOTARY_PORT: "9000", ANNOTARY_LOG: "json", ANNOTARY_HOST: "" },
        { port: "0" },
      )
      assert.strictEqual(values.port, 0)
      assert.strictEqual(values.log, "json")
      assert.strictEqual(values.host, "127.0.0.1")
    }),
  )

  it.effect("that are wrong are all named at once, and no value is repeated", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(
        load({
          ANNOTARY_PORT: "70000",
          ANNOTARY_ADMIN_API_KEY: "hunter2",
          ANNOTARY_SECRET_KEYS: "swordfish",
          ANNOTARY_DATABASE_URL: "mysql://root:opensesame@db/x",
          ANNOTARY_ROLES: "api,waiter",
        }),
      )
      const names = [
        "ANNOTARY_PORT",
        "ANNOTARY_ADMIN_API_KEY",
        "ANNOTARY_SECRET_KEYS",
        "ANNOTARY_DATABASE_URL",
        "ANNOTARY_ROLES",
      ]
      assert.sameMembers(
        refused.problems.map(({ name }) => name),
        names,
      )
      for (const value of ["70000", "hunter2", "swordfish", "opensesame", "waiter"]) {
        assert.notInclude(refused.message, value)
      }
      assert.include(refused.message, "ANNOTARY_PORT must be a whole number from 0 to 65535.")
    }),
  )

  it.effect("name the lease of webhooks when it may end before a request does", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(
        load({ ANNOTARY_WEBHOOK_LEASE_SECONDS: "20", ANNOTARY_WEBHOOK_TIMEOUT_SECONDS: "15" }),
      )
      assert.strictEqual(
        refused.message,
        "ANNOTARY_WEBHOOK_LEASE_SECONDS must be at least 21, six more than ANNOTARY_WEBHOOK_TIMEOUT_SECONDS.",
      )
      yield* load({ ANNOTARY_WEBHOOK_LEASE_SECONDS: "21", ANNOTARY_WEBHOOK_TIMEOUT_SECONDS: "15" })
    }),
  )

  it.effect("that are secret do not show when printed", () =>
    Effect.gen(function* () {
      const key = `ann_fresh000_${"k".repeat(43)}`
      const values = yield* load({ ANNOTARY_ADMIN_API_KEY: key })
      assert.notInclude(JSON.stringify(values), key)
      assert.strictEqual(values.adminApiKey && Redacted.value(values.adminApiKey), key)
    }),
  )

  it("that do not exist are noticed, with the nearest name", () => {
    const environment = { ANNOTARY_PROT: "1", ANNOTARY_XYZ: "1", ANNOTARY_PORT: "1", PATH: "/" }
    assert.deepStrictEqual(findUnknownVariables(environment), [
      "ANNOTARY_PROT is not a setting; did you mean ANNOTARY_PORT?",
      "ANNOTARY_XYZ is not a setting; see annotary --help.",
    ])
  })

  it.each([
    ["PROT", "PORT"],
    ["MAX_UPLOADS", "MAX_UPLOAD"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["S3BUCKET", "S3_BUCKET"],
    ["COLOR", undefined],
  ])("named %s are nearest to %s", (word, expected) => {
    const known = Object.values(settings).map(({ name }) => name.slice("ANNOTARY_".length))
    assert.strictEqual(findNearest(word, known), expected)
  })

  it.effect("are shown as they were written, and secrets not at all", () =>
    Effect.gen(function* () {
      const key = `ann_abcdefgh_${"k".repeat(43)}`
      const environment = {
        ANNOTARY_MAX_BODY: "33554432",
        ANNOTARY_MAX_JSON: "1GiB",
        ANNOTARY_DATABASE_URL: "sqlite:///var/a.db",
        ANNOTARY_ADMIN_API_KEY: key,
      }
      const shown = new Map(yield* reportOf(environment, { "webhook-waits": "5s, 1m" }))
      assert.strictEqual(shown.get("ANNOTARY_MAX_BODY"), "33554432")
      assert.strictEqual(shown.get("ANNOTARY_MAX_JSON"), "1GiB")
      assert.strictEqual(shown.get("ANNOTARY_DATABASE_URL"), "sqlite:///var/a.db")
      assert.strictEqual(shown.get("ANNOTARY_ADMIN_API_KEY"), "set")
      assert.strictEqual(shown.get("ANNOTARY_SECRET_KEYS"), "not set")
      assert.strictEqual(shown.get("ANNOTARY_WEBHOOK_WAITS"), "5s, 1m")
      assert.strictEqual(shown.get("ANNOTARY_MAX_UPLOAD"), "100MiB")
    }),
  )

  it.effect.each([
    ["sqlite:./a.db", { _tag: "Sqlite", filename: "./a.db" }],
    ["sqlite:/var/a.db", { _tag: "Sqlite", filename: "/var/a.db" }],
    ["sqlite:///var/a.db", { _tag: "Sqlite", filename: "/var/a.db" }],
    ["memory:", { _tag: "Memory" }],
  ] as const)("read the database URL %s", ([url, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* load({ ANNOTARY_DATABASE_URL: url })).databaseUrl, expected)
    }),
  )

  it.effect.each([
    ["postgres://u:hidden@h/d?sslmode=require", "h/d"],
    ["postgresql://h:5433/d", "h:5433/d"],
    ["postgres://u:hid@den@h/d", ""],
    ["postgres://h/d?password=hidden", "h/d"],
  ] as const)("read the database URL %s and show of it no more than the place", ([url, place]) =>
    Effect.gen(function* () {
      const values = yield* load({ ANNOTARY_DATABASE_URL: url })
      const { databaseUrl } = values
      assert.isTrue(databaseUrl._tag === "Postgres" && Redacted.value(databaseUrl.url) === url)
      assert.strictEqual(databaseUrl._tag === "Postgres" ? databaseUrl.place : undefined, place)
      const report = yield* reportOf({ ANNOTARY_DATABASE_URL: url })
      for (const shown of [JSON.stringify(values), JSON.stringify(report)]) assert.notMatch(shown, /hid|den/)
    }),
  )

  it.effect.each([
    "sqlite:",
    "sqlite:folder/",
    "./a.db",
    "sqlite::memory:",
    "sqlite://host/a.db",
    "postgres://",
  ])("refuse the database URL %s", (url) =>
    Effect.gen(function* () {
      assert.include(
        (yield* Effect.flip(load({ ANNOTARY_DATABASE_URL: url }))).message,
        "ANNOTARY_DATABASE_URL must",
      )
    }),
  )
})

describe("the server's defaults", () => {
  it.effect("are those of the engine and the transport", () =>
    Effect.gen(function* () {
      const values = yield* load({})
      const { publicUrl: _url, ...engine } = toEngineSettings(values, () => "")
      const { publicUrl: _default, ...defaults } = defaultSettings
      assert.deepStrictEqual(engine, defaults)
      const { body, budget, rateLimit } = toTransportOptions(values, false)
      assert.deepStrictEqual(body, {
        sentBytes: 64 * MiB,
        inflatedBytes: 128 * MiB,
        lineBytes: 8 * MiB,
        depth: 200,
        slowMillis: 30_000,
      })
      assert.strictEqual(budget?.bytes, 256 * MiB)
      assert.strictEqual(rateLimit, undefined)
    }),
  )
})

const MiB = 1024 * 1024
