/** Private buckets of organizations. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OrganizationBucketPath, OrganizationPath } from "../parameters.ts"
import { BucketChange, NewBucket } from "../payloads/bucket.ts"
import { Permission } from "../permission.ts"
import { BucketRecord, BucketTestRecord } from "../records/bucket.ts"
import { addAccessErrors, addChangeErrors, addNamingErrors } from "../statuses.ts"

export class BucketsApi extends HttpApiGroup.make("buckets")
  .add(
    HttpApiEndpoint.get("list", "/organizations/:organization/buckets/")
      .setPath(OrganizationPath)
      .addSuccess(Schema.Array(BucketRecord))
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "The buckets of an organization, oldest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/organizations/:organization/buckets/")
      .setPath(OrganizationPath)
      .setPayload(NewBucket)
      .addSuccess(BucketRecord, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Add a bucket; its credentials are never shown again")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/organizations/:organization/buckets/:bucket/")
      .setPath(OrganizationBucketPath)
      .addSuccess(BucketRecord)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "A bucket of an organization")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/organizations/:organization/buckets/:bucket/")
      .setPath(OrganizationBucketPath)
      .setPayload(BucketChange)
      .addSuccess(BucketRecord)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Change a bucket, such as its credentials")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/organizations/:organization/buckets/:bucket/")
      .setPath(OrganizationBucketPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Delete a bucket with its credentials; the objects stay")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("test", "/organizations/:organization/buckets/:bucket/test/")
      .setPath(OrganizationBucketPath)
      .addSuccess(BucketTestRecord)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "List one key of a bucket, to see whether its settings work")
      .pipe(addAccessErrors),
  )
  .annotate(
    OpenApi.Description,
    "Object storage of an organization. The URLs of its objects in samples are signed as they are shown.",
  )
  .annotate(OpenApi.Title, "Buckets") {}
