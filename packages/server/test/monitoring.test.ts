/** The alert rules and the dashboard: every metric that they name is in a scrape of a server that has worked. */
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import { apiOf, expectStatus, textMember } from "./support/api.ts"
import { type ChildServer, ensureBuilt, startServer } from "./support/childServer.ts"
import { itWith } from "./support/debian.ts"
import { onPostgres, type Place } from "./support/places.ts"

const folder = fileURLToPath(new URL("../monitoring/", import.meta.url))
const textOf = (name: string): string => readFileSync(`${folder}${name}`, "utf8")
const adminKey = `ann_monitrst_${"M".repeat(43)}`

let place: Place
let server: ChildServer
let dataset: string
let scrape: string

const metrics = async (): Promise<string> =>
  expectStatus(await apiOf(server.url, adminKey).call("GET", "/metrics"), 200).text

/** Scrapes until the condition holds: readings of the database are some seconds old. */
const scrapeUntil = async (holds: (text: string) => boolean): Promise<string> => {
  for (let waited = 0; waited < 30_000; waited += 200) {
    const text = await metrics()
    if (holds(text)) return text
    await sleep(200)
  }
  return metrics()
}

beforeAll(async () => {
  await ensureBuilt()
  place = await onPostgres(inject("postgresUrl"))
  server = await startServer({
    ...place.environment,
    ANNOTARY_ADMIN_API_KEY: adminKey,
    ANNOTARY_EVENT_SINKS: fileURLToPath(new URL("sinks/nowhere.mjs", import.meta.url)),
  })
  const { call } = apiOf(server.url, adminKey)
  const wanted = { name: "load", category: "other", task_type: "vector" }
  dataset = textMember(expectStatus(await call("POST", "/user/datasets/", wanted), 201).json(), "uuid")
  const image = { image: { url: "https://example.com/a.png" } }
  const samples = ["a", "b", "c"].map((name) => ({ name, attributes: image }))
  expectStatus(await call("POST", "/datasets/admin/load/samples_bulk/", samples), 200, 201)
  expectStatus(await call("POST", "/datasets/admin/load/queue/labeling/claim/", {}), 200)
  expectStatus(await call("POST", "/datasets/admin/load/releases/", { name: "v1" }), 201)
  scrape = await scrapeUntil(
    (text) =>
      text.includes('annotary_jobs_total{kind="release",outcome="worked"} 1') &&
      text.includes("annotary_webhook_due_lag_seconds 0") &&
      text.includes('annotary_event_sink_failures_total{sink="nowhere"} 0') &&
      text.includes(`annotary_claims{queue="labeling",state="open"} 1`),
  )
}, 180_000)
afterAll(async () => {
  server?.process.kill("SIGKILL")
  await place?.remove()
})

/** The names of metrics in a text of Prometheus, without the suffixes of histograms. */
const namesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    [...text.matchAll(/\b(?:annotary|process)_[a-z_]+\b/g)].map(([name]) => name.replace(/_bucket$/, "")),
  ),
]

/** The families of the scrape that have a value. */
const scraped = (): ReadonlySet<string> =>
  new Set(
    [...scrape.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?(?:\{.*\})? \S+$/gm)].map(([, name]) => name ?? ""),
  )

describe("a scrape", () => {
  it("says what waits and what is in work in the database", () => {
    assert.match(scrape, /^annotary_build_info\{version="[^"]+",database="postgres",roles="api,worker"\} 1$/m)
    assert.match(scrape, /^annotary_database_up 1$/m)
    assert.match(scrape, /^annotary_queued_samples\{queue="labeling"\} 3$/m)
    assert.include(scrape, `annotary_dataset_queued_samples{dataset="${dataset}",queue="labeling"} 3\n`)
    assert.match(scrape, /^annotary_claims\{queue="labeling",state="open"\} 1$/m)
    assert.match(scrape, /^annotary_jobs\{kind="release",state="waiting"\} 0$/m)
    assert.match(scrape, /^annotary_jobs_total\{kind="export",outcome="failed"\} 0$/m)
    assert.match(scrape, /^annotary_database_connections_limit 4$/m)
    assert.match(scrape, /^annotary_database_connections\{state="idle"\} \d$/m)
  })

  it("names no account and no dataset but by its id", () => {
    assert.notInclude(scrape, "admin")
    assert.notInclude(scrape, '"load"')
  })

  itWith(["promtool"], "is what Prometheus accepts, without a remark", () => {
    const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
      input: scrape,
      encoding: "utf8",
    })
    assert.deepStrictEqual([status, stdout + stderr], [0, ""])
  })
})

describe("the files for a monitoring system", () => {
  it.each(["alerts.yaml", "dashboard.json"])("name only metrics that a scrape has: %s", (name) => {
    const named = namesIn(textOf(name))
    assert.isAbove(named.length, 10)
    assert.deepStrictEqual(
      named.filter((one) => !scraped().has(one)),
      [],
    )
  })

  it("have a query in every panel of the dashboard", () => {
    const dashboard: unknown = JSON.parse(textOf("dashboard.json"))
    const panels = Reflect.get(Object(dashboard), "panels")
    assert.isArray(panels)
    for (const panel of panels.filter((one: { readonly type: string }) => one.type !== "row"))
      assert.isNotEmpty(panel.targets[0].expr, panel.title)
  })

  itWith(["promtool"], "have rules and a configuration that Prometheus accepts", () => {
    execFileSync("promtool", ["check", "rules", "--lint-fatal", "alerts.yaml"], {
      cwd: folder,
      stdio: "pipe",
    })
    execFileSync("promtool", ["check", "config", "--syntax-only", "prometheus.yaml"], {
      cwd: folder,
      stdio: "pipe",
    })
  })

  itWith(["promtool"], "have rules that fire when they should, and not before", () => {
    execFileSync("promtool", ["test", "rules", "alerts.test.yaml"], { cwd: folder, stdio: "pipe" })
  })
})
