import { createServer } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, HashMap, List, type Logger, LogLevel, LogSpan, Metric } from "effect"
import { engineMetrics } from "../src/metrics/engineMetrics.ts"
import { exposition } from "../src/metrics/exposition.ts"
import { makeRequestMetrics } from "../src/metrics/RequestMetrics.ts"
import { jsonLine, prettyLine } from "../src/serve/logging.ts"
import { headersOf, telemetry, telemetryWanted } from "../src/serve/telemetry.ts"

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
    const line = prettyLine(entry(["request", { n: 1 }]))
    assert.match(line, /^13:25:01\.123 INFO {2}request \{"n":1\} /)
    assert.include(line, "requestId=r1")
    assert.include(line, 'route="a\\"b\\nc"')
    assert.include(line, "build=123ms")
    assert.notInclude(line, "\n")
  })

  it("is JSON with annotations as members and the cause as text", () => {
    const line: unknown = JSON.parse(jsonLine(entry("failed", Cause.die(new Error("boom")))))
    assert.deepInclude(line, {
      at: "2026-11-20T13:25:01.123Z",
      level: "info",
      message: "failed",
      requestId: "r1",
    })
    assert.match(String((line as { cause: string }).cause), /boom/)
  })
})

describe("metrics", () => {
  it("count requests by route and class of status, and sort their times into buckets", () => {
    const metrics = makeRequestMetrics()
    const route = "/samples/:uuid/"
    metrics.observe({ method: "GET", route, status: 200, millis: 0.4 })
    metrics.observe({ method: "GET", route, status: 204, millis: 40 })
    metrics.observe({ method: "GET", route, status: 404, millis: 60_000 })
    const text = exposition(metrics.families())
    assert.include(text, `annotary_http_requests_total{method="GET",route="${route}",status="2xx"} 2\n`)
    assert.include(text, `annotary_http_requests_total{method="GET",route="${route}",status="4xx"} 1\n`)
    assert.include(text, `_bucket{method="GET",route="${route}",le="0.001"} 1\n`)
    assert.include(text, `_bucket{method="GET",route="${route}",le="0.05"} 2\n`)
    assert.include(text, `_bucket{method="GET",route="${route}",le="+Inf"} 3\n`)
    assert.include(text, `_count{method="GET",route="${route}"} 3\n`)
    assert.match(text, /_sum\{[^}]+\} 60\.04\d*\n/)
  })

  it("escape what the format demands, and leave out families without samples", () => {
    const text = exposition([
      {
        name: "a",
        help: "x\ny",
        type: "gauge",
        samples: [{ labels: [["l", 'q"\\\n']], value: Number.POSITIVE_INFINITY }],
      },
      { name: "b", help: "", type: "gauge", samples: [] },
    ])
    assert.strictEqual(text, '# HELP a x\\ny\n# TYPE a gauge\na{l="q\\"\\\\\\n"} +Inf\n')
  })

  it.effect("include what the engine counts", () =>
    Effect.gen(function* () {
      const jobs = Metric.counter("annotary_test_jobs_total", { description: "Jobs." })
      yield* Metric.update(jobs.pipe(Metric.tagged("kind", "release")), 1)
      yield* Metric.increment(Metric.counter("somebody_elses"))
      const text = exposition(engineMetrics())
      assert.include(text, "# HELP annotary_test_jobs_total Jobs.\n# TYPE annotary_test_jobs_total counter\n")
      assert.include(text, 'annotary_test_jobs_total{kind="release"} 1\n')
      assert.notInclude(text, "somebody_elses")
    }),
  )
})

describe("OpenTelemetry", () => {
  it("is wanted only when a variable of its own asks for it", () => {
    assert.isFalse(telemetryWanted({ PATH: "/", OTEL_SERVICE_NAME: "" }))
    assert.isTrue(telemetryWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" }))
    assert.isFalse(
      telemetryWanted({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", OTEL_SDK_DISABLED: "true" }),
    )
    assert.isFalse(telemetryWanted({ OTEL_SDK_DISABLED: "false" }))
  })

  it("reads the headers of the exporter", () => {
    assert.deepStrictEqual(headersOf("api-key=a%20b, X-Team = red,broken"), {
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
      yield* Effect.void.pipe(Effect.withSpan("work"), Effect.provide(telemetry(environment)))
      collector.close()
      const traces = received.get("/v1/traces") ?? ""
      assert.include(traces, '"name":"work"')
      assert.include(traces, '"stringValue":"labels"')
    }),
  )

  it.live("makes no spans otherwise", () =>
    Effect.gen(function* () {
      const span = yield* Effect.option(Effect.withSpan(Effect.currentSpan, "work")).pipe(
        Effect.provide(telemetry({})),
      )
      assert.strictEqual(span._tag === "Some" && span.value.sampled, false)
    }),
  )
})
