import { createServer } from "node:http"
import type { Observation } from "@annotary/http"
import { assert, describe, it, vi } from "@effect/vitest"
import {
  Cause,
  Effect,
  HashMap,
  Layer,
  List,
  Logger,
  LogLevel,
  LogSpan,
  Metric,
  MetricBoundaries,
  Option,
} from "effect"
import { makeDeliveryFamilies } from "../src/metrics/deliveryMetrics.ts"
import { type Metrics, makeMetrics } from "../src/metrics/metrics.ts"
import { makePoolFamilies, makeWorkloadFamilies } from "../src/metrics/workloadMetrics.ts"
import { makeAccessLog } from "../src/serve/accessLog.ts"
import { formatJsonLine, formatPrettyLine, makeLoggingLayer } from "../src/serve/logging.ts"
import { isTelemetryEnabled, makeTelemetryLayer, parseHeaders } from "../src/serve/telemetry.ts"

const entry = (
  message: unknown,
  cause: Cause.Cause<unknown> = Cause.empty,
): Logger.Logger.Options<unknown> => ({
  fiberId: { _tag: "None" } as never,
  logLevel: LogLevel.Info,
  message,
  cause,
  context: {} as never,
  spans: List.of(LogSpan.make("build", Date.parse("2026-11-20T13:25:01.000Z"))),
  annotations: HashMap.make(["requestId", "r1"], ["route", 'a"b\nc']),
  date: new Date("2026-11-20T13:25:01.123Z"),
})

describe("the log", () => {
  it("is one line an entry, whatever a client sent", () => {
    const line = formatPrettyLine(entry(["request", { n: 1 }]))
    assert.match(line, /^13:25:01\.123 INFO {2}request \{"n":1\} /)
    assert.include(line, "requestId=r1")
    assert.include(line, 'route="a\\"b\\nc"')
    assert.include(line, "build=123ms")
    assert.notInclude(line, "\n")
  })

  it("is JSON with annotations as members and the cause as text", () => {
    const line: unknown = JSON.parse(formatJsonLine(entry("failed", Cause.die(new Error("boom")))))
    assert.deepInclude(line, {
      at: "2026-11-20T13:25:01.123Z",
      level: "info",
      message: "failed",
      requestId: "r1",
    })
    assert.match(String((line as { cause: string }).cause), /boom/)
  })
})

const observation: Observation = {
  requestId: "r1",
  actor: { username: "ada", apiKeyId: "12345678" },
  method: "GET",
  clientAddress: "10.0.0.7",
  route: "/samples/:sample/",
  status: 200,
  durationMillis: 1.234,
  bytes: 33,
  aborted: false,
}

describe("the access log", () => {
  /** What an access log in this layer writes to standard error. */
  const linesOf = (layer: Layer.Layer<never>, ...observations: ReadonlyArray<Observation>) =>
    Effect.gen(function* () {
      const write = vi.spyOn(process.stderr, "write").mockReturnValue(true)
      const log = makeAccessLog(yield* Effect.provide(Effect.runtime<never>(), layer))
      for (const one of observations) log(one)
      const atOnce = write.mock.calls.length
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const written = write.mock.calls.map(([text]) => String(text))
      write.mockRestore()
      return { atOnce, written }
    })

  it.effect("writes the lines of a turn together", () =>
    Effect.gen(function* () {
      const { atOnce, written } = yield* linesOf(
        makeLoggingLayer({ log: "json", logLevel: "info" }),
        observation,
        { ...observation, route: "/healthz" },
        { ...observation, route: undefined, actor: undefined, clientAddress: undefined, aborted: true },
      )
      assert.strictEqual(atOnce, 0)
      assert.lengthOf(written, 1)
      const [first, second] = (written[0] ?? "")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      assert.match(first.at, /^\d{4}-\d{2}-\d{2}T.*Z$/)
      assert.deepInclude(first, { level: "info", message: "request", requestId: "r1", user: "ada" })
      assert.deepInclude(first, { key: "12345678", client: "10.0.0.7", ms: 1.23, bytes: 33, status: 200 })
      assert.deepInclude(second, { route: "unmatched", aborted: true })
      assert.notProperty(second, "user")
    }),
  )

  it.effect("writes nothing below the level", () =>
    Effect.gen(function* () {
      const { written } = yield* linesOf(
        makeLoggingLayer({ log: "pretty", logLevel: "warning" }),
        observation,
      )
      assert.deepStrictEqual(written, [])
    }),
  )

  it.effect("goes through a logger that replaced the server's, and through one beside it", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const other = Logger.make<unknown, void>(({ annotations }) => {
        seen.push(Object.fromEntries(HashMap.toEntries(annotations)))
      })
      yield* linesOf(Logger.replace(Logger.defaultLogger, other), observation)
      const both = Layer.merge(makeLoggingLayer({ log: "pretty", logLevel: "info" }), Logger.add(other))
      const { written } = yield* linesOf(both, observation)
      assert.lengthOf(seen, 2)
      assert.deepInclude(seen[0], { requestId: "r1", route: "/samples/:sample/" })
      assert.match(written.join(""), /INFO {2}request .*requestId=r1/)
    }),
  )
})

/** The text of `/metrics`, with the labels of each sample sorted. */
const textOf = async (use: (metrics: Metrics) => void): Promise<string> => {
  const metrics = makeMetrics()
  use(metrics)
  const text = await metrics.text()
  metrics.stop()
  return text.replaceAll(
    /\{([^}]*)\}(?= \S+$)/gm,
    (_, labels: string) =>
      `{${labels
        .split(/,(?=\w+=")/)
        .sort()
        .join()}}`,
  )
}

describe("metrics", () => {
  it("count requests by route and class of status, and sort their times into buckets", async () => {
    const route = "/samples/list/"
    const text = await textOf(({ observe }) => {
      observe({ method: "GET", route, status: 200, millis: 0.4 })
      observe({ method: "GET", route, status: 204, millis: 40 })
      observe({ method: "GET", route, status: 404, millis: 60_000 })
    })
    assert.include(text, "# TYPE annotary_http_requests_total counter\n")
    assert.include(text, `annotary_http_requests_total{method="GET",route="${route}",status="2xx"} 2\n`)
    assert.include(text, `annotary_http_requests_total{method="GET",route="${route}",status="4xx"} 1\n`)
    const family = "annotary_http_request_duration_seconds"
    assert.include(text, `# TYPE ${family} histogram\n`)
    assert.include(text, `${family}_bucket{le="0.001",method="GET",route="${route}"} 1\n`)
    assert.include(text, `${family}_bucket{le="0.05",method="GET",route="${route}"} 2\n`)
    assert.include(text, `${family}_bucket{le="+Inf",method="GET",route="${route}"} 3\n`)
    assert.include(text, `${family}_count{method="GET",route="${route}"} 3\n`)
    assert.match(text, /_sum\{[^}]+\} 60\.04\d*\n/)
  })

  it("escape what the format demands", async () => {
    const text = await textOf(({ observe }) =>
      observe({ method: "GET", route: 'q"\\\n', status: 200, millis: 1 }),
    )
    assert.include(text, 'route="q\\"\\\\\\n"')
  })

  it("include the process and the lag of its event loop", async () => {
    const text = await textOf(() => {})
    assert.match(text, /^process_resident_memory_bytes [1-9]\d+$/m)
    assert.match(text, /^process_start_time_seconds \d{10}/m)
    assert.match(text, /^# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total \d/m)
    for (const statistic of ["p50", "p99", "max"])
      assert.match(
        text,
        new RegExp(`^annotary_event_loop_lag_seconds\\{statistic="${statistic}"\\} \\d`, "m"),
      )
  })

  it("say of a database that does not answer only that", () => {
    assert.deepStrictEqual(
      makeWorkloadFamilies(Option.none(), 0).map(({ name, values }) => [name, values[0]?.value]),
      [["annotary_database_up", 0]],
    )
    assert.deepStrictEqual([...makeDeliveryFamilies(Option.none()), ...makePoolFamilies(Option.none())], [])
  })

  it("have a value for every kind of job and every queue, also without work", () => {
    const queues = { labeling: 0, reviewing: 0, longest: [] }
    const idle = { jobs: [], queues, claims: [], oldestEvent: Option.none() }
    const values = makeWorkloadFamilies(Option.some(idle), 0).flatMap((family) =>
      family.values.map(({ labels }) => `${family.name} ${Object.values(labels).join(" ")}`),
    )
    for (const series of ["annotary_jobs import waiting", "annotary_claims reviewing expired"])
      assert.include(values, series)
    assert.notInclude(values.join(), "annotary_dataset_queued_samples")
  })

  it.effect("include what the engine counts", () =>
    Effect.gen(function* () {
      const jobs = Metric.counter("annotary_test_jobs_total", { description: "Jobs." })
      yield* Metric.update(jobs.pipe(Metric.tagged("kind", "release")), 1)
      yield* Metric.update(jobs.pipe(Metric.tagged("kind", "clone")), 2)
      const seconds = Metric.histogram("annotary_test_seconds", MetricBoundaries.fromIterable([1, 2]))
      for (const value of [0.5, 1.5, 5]) yield* Metric.update(seconds, value)
      yield* Metric.increment(Metric.counter("somebody_elses"))
      const text = yield* Effect.promise(() => textOf(() => {}))
      assert.include(text, "# HELP annotary_test_jobs_total Jobs.\n# TYPE annotary_test_jobs_total counter\n")
      assert.include(text, 'annotary_test_jobs_total{kind="release"} 1\n')
      assert.include(text, 'annotary_test_jobs_total{kind="clone"} 2\n')
      assert.include(text, "# TYPE annotary_test_seconds histogram\n")
      for (const line of [
        '_bucket{le="1"} 1',
        '_bucket{le="2"} 2',
        '_bucket{le="+Inf"} 3',
        "_sum 7",
        "_count 3",
      ])
        assert.include(text, `annotary_test_seconds${line}\n`)
      assert.notInclude(text, "somebody_elses")
    }),
  )
})

describe("OpenTelemetry", () => {
  it("is wanted only when a variable of its own asks for it", () => {
    assert.isFalse(isTelemetryEnabled({ PATH: "/", OTEL_SERVICE_NAME: "" }))
    assert.isTrue(isTelemetryEnabled({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" }))
    assert.isFalse(
      isTelemetryEnabled({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", OTEL_SDK_DISABLED: "true" }),
    )
    assert.isFalse(isTelemetryEnabled({ OTEL_SDK_DISABLED: "false" }))
  })

  it("reads the headers of the exporter", () => {
    assert.deepStrictEqual(parseHeaders("api-key=a%20b, X-Team = red,broken"), {
      "api-key": "a b",
      "x-team": "red",
    })
  })

  it.live("sends spans to the collector that it is given, under the service's name", () =>
    Effect.gen(function* () {
      const received = new Map<string, string>()
      const collector = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk: Buffer) => {
          body += chunk.toString()
        })
        request.on("end", () => {
          received.set(request.url ?? "", (received.get(request.url ?? "") ?? "") + body)
          response.writeHead(200, { "content-type": "application/json" }).end("{}")
        })
      })
      const port = yield* Effect.async<number>((resume) => {
        collector.listen(0, "127.0.0.1", () => {
          const address = collector.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
      })
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_SERVICE_NAME: "labels",
      }
      yield* Effect.void.pipe(Effect.withSpan("work"), Effect.provide(makeTelemetryLayer(environment)))
      collector.close()
      const traces = received.get("/v1/traces") ?? ""
      assert.include(traces, '"name":"work"')
      assert.include(traces, '"stringValue":"labels"')
    }),
  )

  it.live("makes no spans otherwise", () =>
    Effect.gen(function* () {
      const span = yield* Effect.option(Effect.withSpan(Effect.currentSpan, "work")).pipe(
        Effect.provide(makeTelemetryLayer({})),
      )
      assert.strictEqual(span._tag === "Some" && span.value.sampled, false)
    }),
  )
})
