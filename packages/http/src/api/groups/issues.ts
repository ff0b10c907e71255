/** Issues and their comments. */
import { CommentJson, DatasetJson, IssueJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { CommentPath, DatasetPath, IssuePath, SamplePath } from "../parameters.ts"
import { IssueChange, NewComment, NewIssue } from "../payloads/sample.ts"
import { Permission } from "../permission.ts"
import { LenientBody } from "../rawJson.ts"
import { addAccessErrors, addChangeErrors } from "../statuses.ts"

export class IssuesApi extends HttpApiGroup.make("issues")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/issues/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(IssueJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List all issues, oldest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("ofSampleOrDataset", "/datasets/:sample/issues/")
      .setPath(Schema.Struct({ sample: Schema.String }))
      .addSuccess(Schema.Union(Schema.Array(IssueJson), DatasetJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List the issues of a sample (path of the Python SDK)")
      .annotate(
        OpenApi.Description,
        "When the sample does not exist, gets the dataset named `issues` of the owner.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("ofSample", "/samples/:sample/issues/")
      .setPath(SamplePath)
      .addSuccess(Schema.Array(IssueJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List the issues of a sample, oldest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/issues/:issue/")
      .setPath(IssuePath)
      .addSuccess(IssueJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get an issue with its replies")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("open", "/samples/:sample/issues/")
      .setPath(SamplePath)
      .setPayload(NewIssue)
      .addSuccess(IssueJson, { status: 201 })
      .annotate(Permission, "open_issue")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Create an issue about a sample")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/issues/:issue/")
      .setPath(IssuePath)
      .setPayload(IssueChange)
      .addSuccess(IssueJson)
      .annotate(Permission, "open_issue")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Update the description, status or anchor of an issue")
      .annotate(OpenApi.Description, "Authors can change their own issues, managers all issues.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/issues/:issue/")
      .setPath(IssuePath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "open_issue")
      .annotate(OpenApi.Summary, "Delete an issue")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.post("comment", "/issues/:issue/comments/")
      .setPath(IssuePath)
      .setPayload(NewComment)
      .addSuccess(CommentJson, { status: 201 })
      .annotate(Permission, "comment")
      .annotate(OpenApi.Summary, "Reply to an issue")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("removeComment", "/issues/:issue/comments/:comment/")
      .setPath(CommentPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "open_issue")
      .annotate(OpenApi.Summary, "Delete a reply")
      .annotate(OpenApi.Description, "Only its author or a manager.")
      .pipe(addChangeErrors),
  )
  .annotate(OpenApi.Description, "Questions and problems of samples, with replies.")
  .annotate(OpenApi.Title, "Issues") {}
