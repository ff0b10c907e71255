/** ArchiveStore: reads a whole dataset, and writes one that nobody sees until it is complete. */
import {
  type ArchivedDataset,
  ArchiveStore,
  type ConfigurationChange,
  ConfigurationChangeStore,
  castToJsonText,
  type Dataset,
  DatasetStore,
  generateId,
  IssueStore,
  type Job,
  JobId,
  JobStore,
  LabelStore,
  LabelsetStore,
  PictureSizeStore,
  ReleaseStore,
  SampleName,
  SampleStore,
  type StoredRecords,
  type StoredSection,
  storedSections,
  WarningStore,
  WorkunitStore,
} from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Chunk, Effect, Option, Stream } from "effect"
import {
  addDataset,
  addLabelset,
  addPerson,
  addSample,
  addSamples,
  aWorld,
  instant,
  makeDataset,
  makeLabel,
  oddJson,
} from "./fixtures.ts"
import { addRichDataset, listAcknowledgements, oddSizes, writeVersion } from "./richDataset.ts"
import { makeSuite, runInterleaved } from "./suite.ts"

type Rich = Effect.Effect.Success<ReturnType<typeof addRichDataset>>

const open = (dataset: Pick<Dataset, "id">) =>
  Effect.flatMap(ArchiveStore, (store) =>
    Effect.flatMap(store.open(dataset.id), (archive) =>
      archive === null ? Effect.dieMessage("no archive") : Effect.succeed(archive),
    ),
  )

const readRecords = <Section extends StoredSection>(archive: ArchivedDataset, section: Section) =>
  Effect.map(Stream.runCollect(archive.read(section)), Chunk.toReadonlyArray)

type Content = { readonly [Section in StoredSection]: ReadonlyArray<StoredRecords[Section]> }

/** All records of a dataset, by section. */
const readContent = (dataset: Pick<Dataset, "id">) =>
  Effect.scoped(
    Effect.gen(function* () {
      const archive = yield* open(dataset)
      const content: { [section: string]: unknown } = {}
      for (const section of storedSections) content[section] = yield* readRecords(archive, section)
      // Every section has its records.
      return content as Content
    }),
  )

const writeAll = (dataset: Dataset, content: Content) =>
  Effect.gen(function* () {
    const store = yield* ArchiveStore
    for (const section of storedSections)
      assert.isTrue(yield* store.write(dataset.id, section, content[section]), section)
  })

/** Removes the dataset and everything in it. A release that is PENDING would keep it. */
const purge = ({ id }: Pick<Dataset, "id">) =>
  Effect.gen(function* () {
    const [datasets, releases] = yield* Effect.all([DatasetStore, ReleaseStore])
    yield* datasets.markDeleted(id, instant)
    for (const { id: release, status } of yield* releases.list(id))
      if (status === "PENDING") yield* releases.remove(release)
    while ((yield* datasets.purge(id, 100)) > 0);
  })

const readPorts = ({ ann, dataset, issue, label, model, one, release, truth, two }: Rich) =>
  Effect.gen(function* () {
    const [datasets, labelsets, samples] = yield* Effect.all([DatasetStore, LabelsetStore, SampleStore])
    const [labels, issues, workunits] = yield* Effect.all([LabelStore, IssueStore, WorkunitStore])
    const [warnings, releases, sizes] = yield* Effect.all([WarningStore, ReleaseStore, PictureSizeStore])
    const history = { before: null, limit: 10 }
    const work = { datasetId: dataset.id, descending: false, offset: 0, limit: 10 }
    return yield* Effect.all({
      access: datasets.access({ _tag: "Name", owner: "acme", name: "STREETS" }, ann),
      bySample: datasets.access({ _tag: "Sample", id: one.id }, null),
      byIssue: datasets.access({ _tag: "Issue", id: issue.id }, null),
      listed: datasets.listOf({ user: ann, shared: true, offset: 0, limit: 9 }),
      details: datasets.details([dataset.id]),
      people: Effect.all([datasets.collaborators(dataset.id), listAcknowledgements(dataset.id)]),
      configurations: datasets.configurations(dataset.id, { before: null, limit: 9 }),
      configuration: datasets.configuration(dataset.id, 10),
      labelsets: labelsets.list(dataset.id),
      samples: samples.byIds([one.id, two.id]),
      sizes: Effect.map(sizes.find(dataset.id, [one.id, two.id]), (all) => [...all]),
      found: samples.count({ datasetId: dataset.id, metadata: [{ key: "n", value: "1.0" }] }, 9),
      label: labels.get(one.id, truth.id),
      prediction: labels.get(one.id, model.id),
      history: labels.history(one.id, truth.id, history),
      deleted: labels.history(two.id, truth.id, history),
      version: labels.version(one.id, truth.id, label.version),
      warnings: warnings.find(label, [one.id, two.id]),
      totals: warnings.totals(label),
      issues: issues.ofSample(one.id),
      workunits: Effect.map(workunits.list(work), (all) => all.map((each) => ({ ...each, digest: null }))),
      release: Effect.all([releases.byId(release.id), releases.statements(release)]),
    })
  })

export const archives = makeSuite("ArchiveStore", {
  "reads every record of a dataset, and leaves out what was deleted or is pending": Effect.gen(function* () {
    const rich = yield* addRichDataset()
    const { ann, bare, bob, dataset, gone, label, model, one, truth, two } = rich
    const archive = yield* open(dataset)
    assert.deepStrictEqual(archive.dataset, dataset)
    assert.isFalse(archive.changing)
    const content = yield* readContent(dataset)
    assert.deepStrictEqual(
      content.configurations.map(({ by, number }) => [number, by]),
      [
        [1, null],
        [2, ann],
        [10, ann],
      ],
    )
    assert.deepStrictEqual(content.collaborators, [
      { user: bob, role: "reviewer" },
      { user: ann, role: "admin" },
    ])
    assert.deepStrictEqual(
      content.labelsets.map(({ id }) => id),
      [model.id, truth.id],
    )
    const { datasetId: _, ...first } = one
    assert.deepStrictEqual(content.samples[0], first)
    assert.deepStrictEqual(
      content.samples.map(({ id }) => id),
      [one.id, two.id, bare.id],
    )
    assert.deepStrictEqual(content["picture-sizes"], [{ sampleId: one.id, pictures: oddSizes }])
    assert.lengthOf(content.labels, 2)
    assert.deepStrictEqual(content.labels[1]?.version, label.version)
    assert.lengthOf(content["check-results"], 1)
    assert.lengthOf(content.dismissals, 1)
    assert.lengthOf(content.issues, 1)
    assert.lengthOf(content.comments, 2)
    assert.deepStrictEqual(
      content.workunits.map(({ sampleId }) => sampleId),
      [one.id, gone.id],
    )
    assert.sameMembers(
      content.releases.map(({ name, statements }) => `${name} ${statements.length}`),
      ["v1 2", "failed 0"],
    )
  }),

  "has the attributes of equal versions once": Effect.gen(function* () {
    const { dataset, label, one, truth } = yield* addRichDataset()
    const versions = (yield* readContent(dataset))["label-versions"].filter(
      ({ labelsetId, sampleId }) => labelsetId === truth.id && sampleId === one.id,
    )
    const [created, accepted, same, last] = versions
    assert.lengthOf(versions, 4)
    assert.deepStrictEqual([created?.attributes, created?.content], [oddJson, created?.version])
    for (const version of [accepted, same])
      assert.deepStrictEqual([version?.attributes, version?.content], [null, created?.version])
    assert.deepStrictEqual([last?.attributes, last?.content], [castToJsonText(`{"n":1}`), label.version])
    assert.deepStrictEqual(
      [accepted?.action, accepted?.from, accepted?.to],
      ["accept", "LABELED", "REVIEWED"],
    )
  }),

  "writes what it has read, and every port says the same as before": Effect.gen(function* () {
    const store = yield* ArchiveStore
    const rich = yield* addRichDataset()
    const [before, content] = [yield* readPorts(rich), yield* readContent(rich.dataset)]
    yield* purge(rich.dataset)
    assert.strictEqual(yield* store.begin(rich.dataset, instant), "begun")
    yield* writeAll(rich.dataset, content)
    assert.strictEqual(yield* store.publish(rich.dataset.id), "published")
    assert.deepStrictEqual(yield* readPorts(rich), before)
    assert.deepStrictEqual(yield* readContent(rich.dataset), content)
    const changed = yield* writeVersion(rich.label, { status: "SKIPPED", attributes: null })
    const read = yield* Effect.flatMap(LabelStore, (labels) => labels.get(rich.one.id, rich.truth.id))
    assert.deepStrictEqual(read, Option.some(changed))
  }),

  "hides a dataset until it is published, and a purge removes it": Effect.gen(function* () {
    const [store, datasets, samples] = yield* Effect.all([ArchiveStore, DatasetStore, SampleStore])
    const rich = yield* addRichDataset()
    const { dataset, one } = rich
    const content = yield* readContent(dataset)
    yield* purge(dataset)
    for (const attempt of ["purged", "published"]) {
      assert.strictEqual(yield* store.begin(dataset, instant), "begun")
      yield* writeAll(dataset, content)
      assert.isTrue(Option.isNone(yield* datasets.access({ _tag: "Id", id: dataset.id }, null)))
      assert.isTrue(Option.isNone(yield* samples.byId(one.id)))
      assert.isNull(yield* store.open(dataset.id))
      assert.lengthOf(yield* datasets.listOf({ user: rich.ann, shared: true, offset: 0, limit: 9 }), 0)
      if (attempt === "purged") yield* purge(dataset)
    }
    yield* store.publish(dataset.id)
    assert.isTrue(Option.isSome(yield* samples.byId(one.id)))
  }),

  "does not begin a dataset that exists, is not purged, or is being restored or purged": Effect.gen(
    function* () {
      const [store, datasets, jobs] = yield* Effect.all([ArchiveStore, DatasetStore, JobStore])
      const { ann, dataset } = yield* aWorld
      assert.strictEqual(yield* store.begin(dataset, instant), "visible")
      yield* datasets.markDeleted(dataset.id, instant)
      assert.strictEqual(yield* store.begin(dataset, instant), "busy")
      yield* purge(dataset)
      for (const kind of ["restore", "purge"] as const) {
        const job: Job = {
          id: yield* generateId(JobId),
          kind,
          datasetId: dataset.id,
          payload: oddJson,
          status: "PENDING",
          done: 0,
          total: null,
          attempts: 0,
          error: null,
          createdAt: instant,
          createdBy: ann,
        }
        yield* jobs.insert(job)
        assert.strictEqual(yield* store.begin(dataset, instant), "busy")
        const leased = yield* jobs.lease({ kinds: [kind], leaseSeconds: 60, token: "t" })
        assert.strictEqual(yield* store.begin(dataset, instant), "busy")
        for (const leasedJob of Option.toArray(leased))
          yield* jobs.finish(leasedJob, { status: "SUCCEEDED", error: null })
      }
      assert.strictEqual(yield* store.begin(dataset, instant), "begun")
    },
  ),

  "begins a dataset for one of two concurrent callers": Effect.gen(function* () {
    const store = yield* ArchiveStore
    const dataset = yield* makeDataset(yield* addPerson("ann"), "streets")
    const begin = store.begin(dataset, instant)
    assert.sameMembers([...(yield* runInterleaved(begin, begin))], ["begun", "busy"])
  }),

  "publishes under a free name only, and nothing that was purged": Effect.gen(function* () {
    const [store, datasets] = yield* Effect.all([ArchiveStore, DatasetStore])
    const ann = yield* addPerson("ann")
    const hidden = yield* makeDataset(ann, "streets")
    assert.strictEqual(yield* store.begin(hidden, instant), "begun")
    const other = yield* addDataset(ann, "Streets")
    assert.strictEqual(yield* store.publish(hidden.id), "taken")
    assert.isTrue(Option.isNone(yield* datasets.access({ _tag: "Id", id: hidden.id }, null)))
    yield* datasets.markDeleted(other.id, instant)
    assert.strictEqual(yield* store.publish(hidden.id), "published")
    const gone = yield* makeDataset(ann, "roads")
    assert.strictEqual(yield* store.begin(gone, instant), "begun")
    yield* purge(gone)
    assert.strictEqual(yield* store.publish(gone.id), "gone")
    const [sample] = (yield* readContent(hidden)).samples
    assert.isUndefined(sample)
    assert.isFalse(yield* store.write(gone.id, "samples", []))
  }),

  "refuses a record whose name or id is taken, and writes none of its batch": Effect.gen(function* () {
    const store = yield* ArchiveStore
    const rich = yield* addRichDataset()
    const content = yield* readContent(rich.dataset)
    const copy: Dataset = { ...(yield* makeDataset(rich.ann, "copy")), createdBy: rich.ann }
    assert.strictEqual(yield* store.begin(copy, instant), "begun")
    for (const section of ["labelsets", "samples", "releases"] as const)
      assert.isFalse(yield* store.write(copy.id, section, content[section]), section)
    yield* purge(rich.dataset)
    for (const section of storedSections) {
      const records = content[section]
      assert.isFalse(yield* store.write(copy.id, section, [...records, ...records.slice(0, 1)]), section)
      assert.isTrue(yield* store.write(copy.id, section, records), section)
      assert.isFalse(yield* store.write(copy.id, section, records.slice(0, 1)), section)
    }
    assert.strictEqual(yield* store.publish(copy.id), "published")
    assert.deepStrictEqual(yield* readContent(copy), content)
    const [details] = (yield* Effect.flatMap(DatasetStore, (all) => all.details([copy.id]))).values()
    assert.deepStrictEqual(details?.counts, { samples: 3, byStatus: { LABELED: 1 } })
  }),

  "refuses a record that refers to one that is missing": Effect.gen(function* () {
    const store = yield* ArchiveStore
    const { dataset } = yield* addRichDataset()
    const content = yield* readContent(dataset)
    yield* purge(dataset)
    assert.strictEqual(yield* store.begin(dataset, instant), "begun")
    const expectRefused = (...sections: ReadonlyArray<StoredSection>) =>
      Effect.forEach(sections, (section) =>
        Effect.map(store.write(dataset.id, section, content[section]), (is) => assert.isFalse(is, section)),
      )
    yield* expectRefused("label-versions", "labels", "check-results", "dismissals", "issues", "comments")
    const rest = ["labels", "check-results", "dismissals", "issues", "comments"] as const
    for (const section of ["labelsets", "samples", "label-versions", ...rest] as const) {
      if (section === "labels") yield* expectRefused("check-results", "dismissals", "comments")
      assert.isTrue(yield* store.write(dataset.id, section, content[section]), section)
    }
  }),

  "does not see later writes, and does not block writers": Effect.gen(function* () {
    const [labels, samples] = yield* Effect.all([LabelStore, SampleStore])
    const { dataset, truth } = yield* aWorld
    const [kept, gone] = yield* Effect.all([addSample(dataset, "a"), addSample(dataset, "b")])
    const label = yield* makeLabel(kept, truth, { attributes: oddJson })
    yield* labels.writeNew([label], "write")
    const archive = yield* open(dataset)
    yield* writeVersion(label, { status: "LABELED", attributes: null })
    yield* samples.markDeleted(dataset.id, [gone.id], instant)
    yield* addSample(dataset, "late")
    yield* addLabelset(dataset, "model")
    const names = Effect.map(readRecords(archive, "samples"), (all) => all.map(({ name }) => String(name)))
    assert.deepStrictEqual(yield* names, ["a", "b"])
    assert.lengthOf(yield* readRecords(archive, "labelsets"), 1)
    assert.lengthOf(yield* readRecords(archive, "label-versions"), 1)
    assert.deepStrictEqual((yield* readRecords(archive, "labels"))[0]?.version, label.version)
    yield* purge(dataset)
    assert.deepStrictEqual(yield* names, ["a", "b"])
  }),

  "reads thousands of records in order, and can be read twice and left early": Effect.gen(function* () {
    const labels = yield* LabelStore
    const { dataset, truth } = yield* aWorld
    const all = yield* addSamples(
      dataset,
      Array.from({ length: 2500 }, (_, i) => ({ name: SampleName.make(`${(i * 7919) % 2500}`) })),
    )
    const written = yield* Effect.forEach(all, (sample) => makeLabel(sample, truth, { attributes: oddJson }))
    for (let i = 0; i < written.length; i += 1000) yield* labels.writeNew(written.slice(i, i + 1000), "write")
    const archive = yield* open(dataset)
    for (const _ of [1, 2]) {
      const read = yield* readRecords(archive, "samples")
      assert.deepStrictEqual(
        read.map(({ name }) => name),
        all.map(({ name }) => name),
      )
      assert.lengthOf(yield* Stream.runCollect(Stream.take(archive.read("label-versions"), 3)), 3)
    }
    const versions = yield* readRecords(archive, "label-versions")
    assert.deepStrictEqual(
      versions.map(({ version }) => version),
      written.map(({ version }) => version),
    )
    assert.isTrue(versions.every(({ attributes }) => attributes === oddJson))
  }),

  "reads bodies that do not fit into memory together": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const attributes = castToJsonText(JSON.stringify({ text: "x".repeat(3 * 1024 * 1024) }))
    const all = yield* addSamples(dataset, [{ attributes }, {}, { attributes }, { attributes }, {}])
    const read = yield* Effect.flatMap(open(dataset), (archive) => readRecords(archive, "samples"))
    assert.deepStrictEqual(
      read.map((sample) => [sample.id, sample.attributes?.length]),
      all.map((sample) => [sample.id, sample.attributes?.length]),
    )
  }),

  "reports a configuration change that is open": Effect.gen(function* () {
    const changes = yield* ConfigurationChangeStore
    const { ann, dataset } = yield* aWorld
    const change: ConfigurationChange = {
      datasetId: dataset.id,
      number: 2,
      phase: "staging",
      jobId: yield* generateId(JobId),
      before: oddJson,
      configuration: oddJson,
      actions: oddJson,
      at: instant,
      by: ann,
    }
    assert.isTrue(yield* changes.begin(change))
    assert.isTrue((yield* open(dataset)).changing)
    yield* changes.end(change)
    assert.isFalse((yield* open(dataset)).changing)
  }),

  "opens nothing of a dataset that is deleted or unknown": Effect.gen(function* () {
    const store = yield* ArchiveStore
    const { ann, dataset } = yield* aWorld
    yield* Effect.flatMap(DatasetStore, (datasets) => datasets.markDeleted(dataset.id, instant))
    assert.isNull(yield* store.open(dataset.id))
    assert.isNull(yield* store.open((yield* makeDataset(ann, "other")).id))
  }),
})
