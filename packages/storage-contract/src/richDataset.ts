/** A dataset with records of every kind, with what storages easily damage, created through the ports alone. */
import {
  ClaimId,
  CommentId,
  castToJsonText,
  type Dataset,
  type DatasetId,
  DatasetStore,
  GoldStore,
  GuideStore,
  GuideVersion,
  generateId,
  IssueStore,
  type Label,
  LabelStore,
  makeOverlap,
  OverlapStore,
  PictureSizeStore,
  PredictionStore,
  ReleaseAuditStore,
  ReleaseStore,
  SampleName,
  SampleStore,
  Username,
  updatePlaces,
  VersionId,
  WarningId,
  WarningStore,
  WorkunitStore,
} from "@annotary/core/effect"
import { Effect } from "effect"
import {
  addDataset,
  addLabelset,
  addOrganization,
  addPerson,
  addSamples,
  addSeconds,
  instant,
  makeIssue,
  makeLabel,
  makeRelease,
  makeWorkunit,
  oddAgreement,
  oddJson,
  oddText,
} from "./fixtures.ts"
import { makeNewAudit } from "./releaseAuditFixtures.ts"

/** The next version of a label; without attributes, the body of the one before. */
export const writeVersion = (
  label: Label,
  fields: Partial<Label>,
  action: "submit" | "accept" | "migrate" = "submit",
) =>
  Effect.gen(function* () {
    const labels = yield* LabelStore
    const next: Label = { ...label, ...fields, version: yield* generateId(VersionId) }
    const change = { action, from: label.status, by: next.updatedBy, at: next.updatedAt } as const
    const written = yield* labels.write(next, change, label.version, fields.attributes === undefined)
    return written ? next : yield* Effect.dieMessage("The label has another version.")
  })

/** A warning's id. */
const aWarning = WarningId.make("11111111-1111-8111-a111-111111111111")

/** Measured sizes, whose digits stay. */
export const oddSizes = castToJsonText(
  `[{"pointer":"/image","url":"ab","width":640,"height":4.8e2,"orientation":6}]`,
)

/** The version of the guide that the people of the dataset have acknowledged. */
const oddGuideVersion = GuideVersion.make("0123456789abcdef")

export const listAcknowledgements = (dataset: DatasetId) =>
  Effect.flatMap(GuideStore, (guides) => guides.list(dataset, oddGuideVersion))

/** Fills a dataset of an organization, and returns what tests look for. */
export const addRichDataset = (name = "streets", fields: Partial<Dataset> = {}) =>
  Effect.gen(function* () {
    const [datasets, samples, labels] = yield* Effect.all([DatasetStore, SampleStore, LabelStore])
    const [warnings, issues, workunits] = yield* Effect.all([WarningStore, IssueStore, WorkunitStore])
    const releases = yield* ReleaseStore
    const [acme, ann, bob] = yield* Effect.all([addOrganization("Acme"), addPerson("ann"), addPerson("Bob")])
    const dataset = yield* addDataset(acme, name, {
      description: oddText,
      readme: oddText,
      guide: oddText,
      metadata: oddJson,
      regionOfInterest: oddJson,
      taskAttributes: oddJson,
      configVersion: 3,
      clonedFrom: "acme/other",
      createdBy: ann,
      createdAt: instant,
      updatedAt: addSeconds(instant, 1),
      ...fields,
    })
    for (const number of [1, 2, 10])
      yield* datasets.addConfiguration({
        datasetId: dataset.id,
        number,
        configuration: oddJson,
        at: addSeconds(instant, number),
        by: number === 1 ? null : ann,
      })
    yield* datasets.addCollaborator(dataset.id, bob, "reviewer")
    yield* datasets.addCollaborator(dataset.id, ann, "admin")
    for (const user of [bob, ann])
      yield* (yield* GuideStore).acknowledge({
        datasetId: dataset.id,
        user,
        version: oddGuideVersion,
        at: addSeconds(instant, 4),
      })
    const [model, truth] = [yield* addLabelset(dataset, "Model"), yield* addLabelset(dataset)]
    const [one, two, bare, gone] = yield* addSamples(dataset, [
      {
        name: SampleName.make(`z ${oddText.trim()}`.slice(0, 20)),
        attributes: oddJson,
        metadata: castToJsonText(`{"road":"A9","n":1.0,"big":9007199254740993}`),
        readme: oddText,
        priority: 0.1,
        assignedLabeler: bob,
        createdAt: instant,
        createdBy: bob,
      },
      { name: SampleName.make("a"), assignedReviewer: bob, priority: -1e-9 },
      {},
      {},
    ])
    if (one === undefined || two === undefined || bare === undefined || gone === undefined)
      return yield* Effect.dieMessage("no samples")
    const sizes = yield* PictureSizeStore
    yield* sizes.save(dataset.id, [
      { sampleId: one.id, version: one.version, pictures: oddSizes },
      { sampleId: gone.id, version: gone.version, pictures: oddSizes },
    ])
    const first = yield* makeLabel(one, truth, {
      attributes: oddJson,
      status: "LABELED",
      updatedBy: bob,
      labeler: bob,
    })
    const deleted = yield* makeLabel(two, truth, { attributes: castToJsonText(`{"n":1.0}`) })
    const prediction = yield* makeLabel(one, model, { score: 0.1, attributes: oddJson })
    yield* labels.writeNew([first, deleted], "write")
    yield* labels.writeNew([prediction], "clone")
    const reviewed = {
      status: "REVIEWED",
      rating: 4.5,
      reviewedAt: addSeconds(instant, 3),
      reviewedBy: bob,
      reviewer: bob,
    } as const
    const accepted = yield* writeVersion(first, reviewed, "accept")
    const same = yield* writeVersion(accepted, { attributes: oddJson, status: "REJECTED", rejecter: bob })
    const label = yield* writeVersion(same, { attributes: castToJsonText(`{"n":1}`), status: "LABELED" })
    const removal = { action: "delete", from: deleted.status, by: ann, at: addSeconds(instant, 9) } as const
    yield* labels.remove(deleted, removal, yield* generateId(VersionId))
    const checked = {
      sampleId: one.id,
      version: label.version,
      configVersion: 3,
      checkedAt: instant,
      warnings: castToJsonText(`[{"id":"${aWarning}","measured":1.0}]`),
      truncated: true,
      counts: { "unknown-category": 2, "attribute-range": 1 },
      dismissed: {},
    } as const
    yield* warnings.keep(label, [checked])
    const dismissal = { warning: aWarning, content: "c", reason: oddText, by: bob, at: instant }
    yield* warnings.dismiss(label, one.id, dismissal, { "unknown-category": 1 })
    const overlaps = yield* OverlapStore
    for (const sample of [bare, gone]) {
      const open = updatePlaces(
        makeOverlap(sample, 3),
        { np: -0.1, labeler: bob, reviewer: null, status: null },
        0,
      )
      yield* overlaps.put([{ ...open, state: "gold", agreement: oddAgreement }])
      for (const fields of [
        { labeler: ann, status: "LABELING_IN_PROGRESS", attributes: oddJson, comment: null },
        { labeler: ann, status: "LABELED", attributes: oddJson, comment: oddText },
        { labeler: bob, status: "SKIPPED", attributes: null, comment: null },
      ] as const)
        yield* overlaps.addLabel({
          ...fields,
          datasetId: dataset.id,
          sampleId: sample.id,
          version: yield* generateId(VersionId),
          score: 0.1,
          rating: 4.5,
          configVersion: 3,
          time: 90_000,
          inactiveTime: null,
          createdAt: addSeconds(instant, 5),
        })
    }
    const gold = yield* GoldStore
    const key = { datasetId: dataset.id, sampleId: bare.id }
    for (const sampleId of [bare.id, gone.id])
      yield* gold.put({
        ...{ ...key, sampleId, attributes: oddJson, configVersion: 3, createdAt: instant, createdBy: ann },
        version: yield* generateId(VersionId),
        draw: 0.1,
      })
    yield* gold.putTurn({ datasetId: dataset.id, user: bob, rate: 0.1, countdown: 3, pivot: 0.7 })
    yield* gold.addAnswer({
      ...key,
      user: bob,
      score: 0.1,
      passed: false,
      outdated: true,
      counted: true,
      at: addSeconds(instant, 6),
    })
    const uncompared = { score: null, passed: null, outdated: false, counted: false }
    yield* gold.addAnswer({ ...key, ...uncompared, user: ann, at: instant })
    const issue = yield* makeIssue(one, {
      description: oddText,
      anchor: oddJson,
      comments: [
        { id: yield* generateId(CommentId), createdAt: instant, createdBy: ann, text: oddText },
        { id: yield* generateId(CommentId), createdAt: addSeconds(instant, 1), createdBy: bob, text: "" },
      ],
    })
    yield* issues.insert(issue)
    const unit = yield* makeWorkunit(one, {
      time: 1500,
      inactiveTime: 3,
      nextLabelStatus: "LABELED",
      labelRating: 0.5,
    })
    yield* workunits.insert({ ...unit, digest: "digest", answer: oddJson })
    yield* workunits.insert(yield* makeWorkunit(gone, { createdBy: bob }))
    const predictions = yield* PredictionStore
    for (const [sample, answer] of [
      [one, { outcome: "prelabeled", reason: null, labelVersion: label.version }],
      [gone, { outcome: "declined", reason: oddText, labelVersion: null }],
    ] as const)
      yield* predictions.insert({
        ...answer,
        datasetId: dataset.id,
        claimId: yield* generateId(ClaimId),
        sampleId: sample.id,
        model: Username.make("Net"),
        modelVersion: oddText,
        createdAt: addSeconds(instant, 6),
        digest: "digest",
        answer: oddJson,
      })
    const release = yield* makeRelease(dataset, "v1", {
      status: "SUCCEEDED",
      description: oddText,
      samplesCount: 2,
      samplesDone: 2,
      sha256: "ab".repeat(32),
      sizeBytes: 2 ** 40,
      samplesSha256: "cd".repeat(32),
      fileKey: "releases/a/1.json",
    })
    yield* releases.insert(release)
    yield* releases.appendStatements(
      release,
      ["a", oddText].map((payloadType) => JSON.stringify({ payload: "", payloadType, signatures: [] })),
    )
    const audits = yield* ReleaseAuditStore
    const whole = yield* makeNewAudit(release, 12)
    yield* audits.insert(whole)
    const { audit } = yield* makeNewAudit(release, 0)
    const failed = { ...audit, state: "failed", failure: oddText } as const
    yield* audits.insert({ audit: failed, strata: [], draws: [], exclusions: [] })
    yield* audits.insert(yield* makeNewAudit(release, 1))
    const objects = yield* makeNewAudit(release, 2, "objects")
    yield* audits.insert({ ...objects, audit: { ...objects.audit, plan: 1 } })
    const [claimed, wrong, closed] = whole.draws
    if (claimed !== undefined && wrong !== undefined && closed !== undefined) {
      yield* audits.updateDraw({
        ...closed,
        holder: bob,
        outcome: [],
        notChecked: oddText,
        auditedAt: instant,
      })
      yield* audits.updateDraw({
        ...claimed,
        holder: bob,
        claimId: yield* generateId(ClaimId),
        expiresAt: instant,
      })
      const outcome = [{ type: "geometry", annotation: 2 ** 52, value: 0.1 }] as const
      yield* audits.updateDraw({ ...wrong, holder: bob, outcome, auditedAt: instant })
    }
    yield* releases.insert(yield* makeRelease(dataset, "failed", { status: "FAILED", statusInfo: oddText }))
    // What is left out.
    yield* releases.insert(yield* makeRelease(dataset, "pending"))
    yield* labels.writeNew([yield* makeLabel(gone, truth, { attributes: oddJson })], "write")
    yield* issues.insert(yield* makeIssue(gone))
    yield* samples.markDeleted(dataset.id, [gone.id], instant)
    yield* datasets.addCounts(dataset.id, { samples: 3, byStatus: { LABELED: 1 } })
    return { dataset, truth, model, one, two, bare, gone, label, issue, unit, release, acme, ann, bob }
  })
