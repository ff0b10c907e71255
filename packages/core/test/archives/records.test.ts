/** The records of version 11 of archives: their fields, which other servers read. */
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { type SectionName, sectionKinds } from "../../src/archives/archiveFile.ts"

/** A new field of an entity is in no archive of version 11: its readers would refuse it. */
const fields: Readonly<Record<SectionName, string>> = {
  configurations: "number at by configuration",
  collaborators: "user role",
  "guide-acknowledgements": "user version at",
  labelsets: "id name description isGroundTruth createdAt createdBy",
  samples:
    "id name attributes metadata readme priority assignedLabeler assignedReviewer createdAt createdBy updatedAt version",
  "picture-sizes": "sampleId pictures",
  "label-versions": "labelsetId sampleId version at by action from to score rating content attributes",
  labels:
    "sampleId labelsetId status score rating createdAt createdBy updatedAt updatedBy reviewedAt reviewedBy labeler reviewer rejecter configVersion version",
  overlaps: "sampleId overlap state agreement decidedAt decidedBy decidedFor",
  "overlap-labels":
    "sampleId labeler version status attributes score rating comment configVersion time inactiveTime createdAt",
  "gold-labels": "sampleId attributes version configVersion createdAt createdBy draw",
  "gold-answers": "sampleId user score passed at outdated counted",
  "gold-people": "user rate countdown pivot",
  "check-results": "labelsetId sampleId version configVersion checkedAt warnings truncated counts dismissed",
  dismissals: "labelsetId sampleId warning content reason by at",
  issues: "id sampleId description status anchor createdAt createdBy updatedAt updatedBy",
  comments: "issueId id createdAt createdBy text",
  workunits:
    "id sampleId sampleName createdAt createdBy workType action time inactiveTime nextLabelStatus labelRating objects labeler reviewedBefore claimId",
  predictions: "claimId sampleId model modelVersion outcome reason labelVersion createdAt",
  releases:
    "id name description status statusInfo samplesCount samplesDone sha256 sizeBytes samplesSha256 fileKey createdAt createdBy statements",
  "release-audits":
    "id releaseId labelset unit plan state failure level goal metric tolerance nonce population draws audited errors notChecked revised createdAt createdBy finishedAt",
  "audit-strata": "auditId number kind name user population",
  "audit-draws":
    "auditId number sampleId object lineOffset lineLength strata holder outcome notChecked auditedAt",
  "audit-exclusions": "auditId number user",
  dataset:
    "id owner name description readme guide category taskType dataType public archived settings metadata regionOfInterest taskAttributes configVersion clonedFrom createdAt createdBy updatedAt version",
  assets: "id filename createdAt createdBy readDigest contentType sizeBytes uploadedAt",
  endpoints:
    "id url version description eventTypes rateLimit chat fifo batch retrySchedule timeoutSeconds timeToLiveSeconds createdAt updatedAt",
  users: "username isOrganization isModel",
  files: "file sizeBytes sha256",
}

describe("a record of an archive", () => {
  it.each(Object.entries(fields))(
    "of the section %s has the fields of version 11, in their order",
    (name, known) => {
      const { schema } = sectionKinds[name as SectionName]
      assert.deepStrictEqual(Object.keys(schema.fields), known.split(" "))
    },
  )

  it("of the answer to a gold sample is neither outdated nor counted where it does not say so", () => {
    const read = Schema.decodeUnknownSync(sectionKinds["gold-answers"].schema)
    const record = { sampleId: "01890000-0000-7000-8000-000000000000", user: "ann", score: 1, passed: true }
    const at = "2026-01-01T00:00:00.000000Z"
    assert.deepInclude(read({ ...record, at }), { outdated: false, counted: false })
    const said = { outdated: true, counted: true }
    assert.deepInclude(read({ ...record, at, ...said }), said)
  })

  it("of a known label has a version where it does not say which", () => {
    const read = Schema.decodeUnknownSync(sectionKinds["gold-labels"].schema)
    const record = { sampleId: "01890000-0000-7000-8000-000000000000", attributes: "{}", configVersion: 1 }
    const made = { createdAt: "2026-01-01T00:00:00.000000Z", createdBy: "ann", draw: 0.5 }
    assert.strictEqual(read({ ...record, ...made }).version, "00000000-0000-0000-0000-000000000000")
  })
})
