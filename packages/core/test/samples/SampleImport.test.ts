import { addLabelset } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { vi } from "vitest"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { generateId, VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText, toJsonText } from "../../src/domain/JsonText.ts"
import { LabelStore } from "../../src/labels/LabelStore.ts"
import { type ImportLine, type ImportOptions, SampleImport } from "../../src/samples/SampleImport.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { as, countsOf, engine, refusal, streets, told, world } from "../queue/world.ts"

const imported = (lines: Stream.Stream<ImportLine>, options?: ImportOptions) =>
  Effect.gen(function* () {
    const results = yield* (yield* SampleImport).importLines(streets, lines, options)
    return Chunk.toReadonlyArray(yield* Stream.runCollect(results))
  }).pipe(as("adm"))

const label = (labelset?: string) => ({ attributes: toJsonText({ annotations: [] }), labelset })

describe("importing lines", () => {
  it.effect("reports a bad line and goes on", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* (yield* Samples).create(streets, { name: "old" })
      const results = yield* imported(
        Stream.make<Array<ImportLine>>(
          { line: 1, sample: { name: "a" } },
          { line: 2, errors: [{ pointer: "", message: "not JSON" }] },
          { line: 4, sample: { name: "old" } },
          { line: 5, sample: { name: "b", metadata: castToJsonText("1"), assignedLabeler: "nobody" } },
          { line: 6, sample: { name: "a" } },
        ),
      )
      assert.deepStrictEqual(
        results.map((row) =>
          row._tag === "Line"
            ? [row.line, row.status, row.name, row.errors.map(({ pointer }) => pointer)]
            : row,
        ),
        [
          [1, "created", "a", []],
          [2, "error", null, [""]],
          [4, "existing", "old", []],
          [5, "error", "b", ["/metadata", "/assignedLabeler"]],
          [6, "existing", "a", []],
          { _tag: "Summary", created: 1, existing: 2, failed: 2 },
        ],
      )
      assert.deepStrictEqual(yield* countsOf(dataset), { samples: 2, byStatus: {} })
      assert.lengthOf(yield* told, 2)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("says what became of labels for existing samples, if requested", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* addLabelset(dataset, "model")
      const lines: ReadonlyArray<ImportLine> = [
        { line: 1, sample: { name: "labeled" }, label: label() },
        { line: 2, sample: { name: "predicted" }, label: label("model") },
        { line: 3, sample: { name: "bare" } },
      ]
      yield* imported(Stream.fromIterable(lines))
      const store = yield* LabelStore
      const reads = [vi.spyOn(store, "get"), vi.spyOn(store, "listLabeled")]
      const listLabels = (labelset: string | undefined, reportLabels: boolean) =>
        Effect.map(
          imported(Stream.fromIterable(lines.map((line) => ({ ...line, label: label(labelset) }))), {
            reportLabels,
          }),
          (results) => results.flatMap((row) => (row._tag === "Line" ? [row.label] : [])),
        )
      assert.deepStrictEqual(yield* listLabels(undefined, false), [undefined, undefined, undefined])
      assert.deepStrictEqual(
        reads.map((read) => read.mock.calls.length),
        [0, 0],
      )
      assert.deepStrictEqual(yield* listLabels(undefined, true), ["kept", "left_out", "left_out"])
      assert.deepStrictEqual(yield* listLabels("model", true), ["left_out", "kept", "left_out"])
      // One read for the lines of an import, however many they are.
      assert.deepStrictEqual(
        reads.map((read) => read.mock.calls.length),
        [0, 2],
      )
      const results = yield* imported(
        Stream.make<Array<ImportLine>>({ line: 1, sample: { name: "labeled" } }),
        { reportLabels: true },
      )
      assert.notProperty(results[0], "label")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("tells labels of one sample apart by their labelset, and knows those of lines before", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      yield* addLabelset(dataset, "model")
      const lines: ReadonlyArray<ImportLine> = [
        { line: 1, sample: { name: "a" }, label: label() },
        { line: 2, sample: { name: "a" }, label: label("model") },
        { line: 3, sample: { name: "a" }, label: label() },
      ]
      const listRows = (rows: ReadonlyArray<ImportLine>) =>
        Effect.map(imported(Stream.fromIterable(rows), { check: true, reportLabels: true }), (results) =>
          results.flatMap(
            (row): ReadonlyArray<ReadonlyArray<unknown>> =>
              row._tag === "Line" ? [[row.status, row.label, row.checkResult !== undefined]] : [],
          ),
        )
      const existing = [
        ["existing", "left_out", false],
        ["existing", "kept", false],
      ]
      assert.deepStrictEqual(yield* listRows(lines), [["created", undefined, true], ...existing])
      assert.deepStrictEqual(yield* listRows(lines.slice(1)), existing)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("commits a thousand at a time, as they come", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const lines = Stream.range(1, 2500).pipe(
        Stream.tap((line) =>
          line === 2500
            ? Effect.map(countsOf(dataset), ({ samples }) => assert.isAtLeast(samples, 1000))
            : Effect.void,
        ),
        Stream.map((line): ImportLine => ({ line, sample: { name: `s${line}` } })),
      )
      const context = yield* Effect.context<DatasetStore>()
      const results = yield* imported(Stream.provideContext(lines, context))
      assert.lengthOf(results, 2501)
      assert.deepStrictEqual(results.at(-1), { _tag: "Summary", created: 2500, existing: 0, failed: 0 })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("commits large ones before there are a thousand", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const attributes = toJsonText({ text: "x".repeat(1024 * 1024) })
      const lines = Stream.range(1, 60).pipe(
        Stream.rechunk(1),
        Stream.tap((line) =>
          line === 60
            ? Effect.map(countsOf(dataset), ({ samples }) => assert.isAtLeast(samples, 30))
            : Effect.void,
        ),
        Stream.map((line): ImportLine => ({ line, sample: { name: `s${line}`, attributes } })),
      )
      const context = yield* Effect.context<DatasetStore>()
      const results = yield* imported(Stream.provideContext(lines, context))
      assert.deepStrictEqual(results.at(-1), { _tag: "Summary", created: 60, existing: 0, failed: 0 })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("answers a summary for no lines", () =>
    Effect.gen(function* () {
      yield* world()
      assert.deepStrictEqual(yield* imported(Stream.empty), [
        { _tag: "Summary", created: 0, existing: 0, failed: 0 },
      ])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("makes it the error of the lines when the dataset stops taking writes", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const datasets = yield* DatasetStore
      const archive = Effect.gen(function* () {
        const found = yield* datasets.access({ _tag: "Id", id: dataset.id }, null)
        const stored = found._tag === "Some" ? found.value.dataset : dataset
        yield* datasets.update(
          { ...stored, archived: true, version: yield* generateId(VersionId) },
          stored.version,
        )
      })
      const lines = Stream.range(1, 1500).pipe(
        Stream.tap((line) => (line === 1200 ? archive : Effect.void)),
        Stream.map((line): ImportLine => ({ line, sample: { name: `s${line}` } })),
        Stream.rechunk(1),
      )
      const results = yield* imported(lines)
      assert.deepStrictEqual(results.at(-1), { _tag: "Summary", created: 1000, existing: 0, failed: 500 })
      const last = results.at(-2)
      assert.deepStrictEqual(last?._tag === "Line" ? last.errors : [], [
        { pointer: "", message: "The dataset is archived. Unarchive it first." },
      ])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("asks for permission before the first line", () =>
    Effect.gen(function* () {
      yield* world()
      const service = yield* SampleImport
      assert.strictEqual(
        yield* refusal(as("man")(service.importLines(streets, Stream.empty))),
        "PermissionDenied permission_denied",
      )
      assert.strictEqual(
        yield* refusal(as("eve")(service.importLines(streets, Stream.empty))),
        "NotFound dataset_not_found",
      )
    }).pipe(Effect.provide(engine())),
  )
})
