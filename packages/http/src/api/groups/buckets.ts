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
      .annotate(OpenApi.Summary, "List the buckets of an organization, oldest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/organizations/:organization/buckets/")
      .setPath(OrganizationPath)
      .setPayload(NewBucket)
      .addSuccess(BucketRecord, { status: 201 })
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Add a bucket")
      .annotate(OpenApi.Description, "Its credentials are never shown again.")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/organizations/:organization/buckets/:bucket/")
      .setPath(OrganizationBucketPath)
      .addSuccess(BucketRecord)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Get a bucket of an organization")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/organizations/:organization/buckets/:bucket/")
      .setPath(OrganizationBucketPath)
      .setPayload(BucketChange)
      .addSuccess(BucketRecord)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Update a bucket")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/organizations/:organization/buckets/:bucket/")
      .setPath(OrganizationBucketPath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Delete a bucket and its credentials")
      .annotate(OpenApi.Description, "The objects in the bucket are not deleted.")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("test", "/organizations/:organization/buckets/:bucket/test/")
      .setPath(OrganizationBucketPath)
      .addSuccess(BucketTestRecord)
      .annotate(Permission, "organization_admin")
      .annotate(OpenApi.Summary, "Test the settings of a bucket")
      .annotate(OpenApi.Description, "Lists one key of the bucket.")
      .pipe(addAccessErrors),
  )
  .annotate(
    OpenApi.Description,
    "Object storage of an organization. URLs of its objects are signed when samples are read.",
  )
  .annotate(OpenApi.Title, "Buckets") {}
