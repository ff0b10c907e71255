/** Audits of releases. */
import { FileGone } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { AuditDrawParams, AuditDrawPath, AuditParams, AuditPath, ReleasePath } from "../parameters.ts"
import {
  AuditOutcome,
  AuditStratumName,
  NewReleaseAudit,
  UncheckedAuditDraw,
} from "../payloads/releaseAudit.ts"
import { Permission } from "../permission.ts"
import {
  AuditDrawRecord,
  AuditWorkRecord,
  ReleaseAuditRecord,
  StratumReturnRecord,
} from "../records/releaseAudit.ts"
import { addAccessErrors, addChangeErrors, statuses } from "../statuses.ts"

export class ReleaseAuditsApi extends HttpApiGroup.make("releaseAudits")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/releases/:release/audits/")
      .setPath(ReleasePath)
      .addSuccess(Schema.Array(ReleaseAuditRecord))
      .annotate(Permission, "review")
      .annotate(OpenApi.Summary, "List the audits of a release, oldest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/releases/:release/audits/")
      .setPath(ReleasePath)
      .setPayload(NewReleaseAudit)
      .addSuccess(ReleaseAuditRecord, { status: 202 })
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Begin an audit of a release")
      .annotate(
        OpenApi.Description,
        "The audit is `preparing` until a job has read the file of the release: then its plan, with a commitment to the nonce from which the draw follows, is signed and appended to the statements of the release, and it is `open`. It is `failed` where the release has no finished label in the labelset, or none with objects in an audit of objects.",
      )
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/releases/:release/audits/:audit/")
      .setPath(AuditPath)
      .setUrlParams(AuditParams)
      .addSuccess(ReleaseAuditRecord)
      .annotate(Permission, "review")
      .annotate(OpenApi.Summary, "Get an audit, with its curve and the bounds of its strata")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("claim", "/datasets/:owner/:dataset/releases/:release/audits/:audit/claim/")
      .setPath(AuditPath)
      .addSuccess(Schema.Array(AuditWorkRecord))
      .annotate(Permission, "review")
      .annotate(OpenApi.Summary, "Claim the next draw of an audit for half an hour")
      .annotate(
        OpenApi.Description,
        "Returns one sample, in an audit of objects with the one object that is checked, your open claim again where you have one, or none when there is nothing that you may check: all draws are checked or claimed, their labels are yours, or they are checked again: you have taken back their outcomes, or a manager has taken back yours.",
      )
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("listDraws", "/datasets/:owner/:dataset/releases/:release/audits/:audit/draws/")
      .setPath(AuditPath)
      .setUrlParams(AuditDrawParams)
      .addSuccess(Schema.Array(AuditDrawRecord))
      .annotate(Permission, "view_work")
      .annotate(OpenApi.Summary, "List the samples or objects that an audit has drawn, with their outcomes")
      .annotate(OpenApi.Description, "The `Link` header leads to the next page.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.put("submit", "/datasets/:owner/:dataset/releases/:release/audits/:audit/draws/:number/")
      .setPath(AuditDrawPath)
      .setPayload(AuditOutcome)
      .addSuccess(ReleaseAuditRecord)
      .annotate(Permission, "review")
      .annotate(OpenApi.Summary, "Say what is wrong with a draw that you have claimed, or correct that")
      .annotate(
        OpenApi.Description,
        "Returns the audit with its bound, which counts the outcome as soon as all draws before it have one. The same request again changes nothing.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post(
      "closeDraw",
      "/datasets/:owner/:dataset/releases/:release/audits/:audit/draws/:number/close/",
    )
      .setPath(AuditDrawPath)
      .setPayload(UncheckedAuditDraw)
      .addSuccess(ReleaseAuditRecord)
      .annotate(Permission, "write_any_label")
      .annotate(OpenApi.Summary, "Close a draw of an audit that nobody may or can check")
      .annotate(
        OpenApi.Description,
        "It counts as an error in the upper bound, so that the bound goes on after it. Ends the claim of the draw. 409 `wrong_state` for one that has an outcome.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("undo", "/datasets/:owner/:dataset/releases/:release/audits/:audit/draws/:number/")
      .setPath(AuditDrawPath)
      .addSuccess(ReleaseAuditRecord)
      .annotate(Permission, "review")
      .annotate(OpenApi.Summary, "Take an outcome back, so that somebody else checks the draw again")
      .annotate(
        OpenApi.Description,
        "Your own, or anybody's for managers. You do not get the draw again. The audit counts it as revised, and the audit log has the old outcome. Not of a finished audit.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("finish", "/datasets/:owner/:dataset/releases/:release/audits/:audit/finish/")
      .setPath(AuditPath)
      .addSuccess(ReleaseAuditRecord)
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Finish an audit, and sign its result")
      .annotate(
        OpenApi.Description,
        "At any time. The result, with the nonce, the draws with an error and the bounds, is appended to the statements of the release. Nothing changes afterwards.",
      )
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post(
      "returnStratum",
      "/datasets/:owner/:dataset/releases/:release/audits/:audit/return_stratum/",
    )
      .setPath(AuditPath)
      .setPayload(AuditStratumName)
      .addSuccess(StratumReturnRecord)
      .annotate(Permission, "write_any_label")
      .annotate(OpenApi.Summary, "Send the labels of a stratum back to review")
      .annotate(
        OpenApi.Description,
        "Labels that are as the release has them, and are REVIEWED or VERIFIED, become LABELED. For audits of the ground truth. An interrupted request can be repeated.",
      )
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .annotate(
    OpenApi.Description,
    "Audits of releases: samples or objects are drawn at random, checked by people who do not see who labeled them, and the number of those with an error is bounded after each of them.",
  )
  .annotate(OpenApi.Title, "Audits of releases") {}
