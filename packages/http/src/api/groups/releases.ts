/** Releases, and the signed statements about them. */
import { AnyObject, Envelope, FileGone, KeySet, ReleaseJson } from "@annotary/core/effect"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import {
  DatasetPath,
  DiffPath,
  ProofPath,
  ReleaseFilePath,
  ReleasePath,
  SignedUrlParams,
} from "../parameters.ts"
import { NewRelease, NewReleaseStatement, ReleaseChange } from "../payloads/dataset.ts"
import { Permission } from "../permission.ts"
import { LenientBody, Public, Ranged } from "../rawJson.ts"
import { SampleProofRecord } from "../records/release.ts"
import {
  addAccessErrors,
  addAdminErrors,
  addChangeErrors,
  addNamingErrors,
  addTokenErrors,
  statuses,
} from "../statuses.ts"

const lines = HttpApiSchema.Text({ contentType: "application/x-ndjson" })

export class ReleasesApi extends HttpApiGroup.make("releases")
  .add(
    HttpApiEndpoint.get("list", "/datasets/:owner/:dataset/releases/")
      .setPath(DatasetPath)
      .addSuccess(Schema.Array(ReleaseJson))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List releases, newest first")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("create", "/datasets/:owner/:dataset/releases/")
      .setPath(DatasetPath)
      .setPayload(NewRelease)
      .addSuccess(ReleaseJson, { status: 201 })
      .annotate(Permission, "create_releases")
      .annotate(LenientBody, true)
      .annotate(OpenApi.Summary, "Create a release")
      .annotate(OpenApi.Description, "Its status is `PENDING` until the file is written.")
      .pipe(addNamingErrors),
  )
  .add(
    HttpApiEndpoint.get("get", "/datasets/:owner/:dataset/releases/:release/")
      .setPath(ReleasePath)
      .addSuccess(ReleaseJson)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Get a release, with a temporary URL of its file")
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.patch("update", "/datasets/:owner/:dataset/releases/:release/")
      .setPath(ReleasePath)
      .setPayload(ReleaseChange)
      .addSuccess(ReleaseJson)
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Change the description of a release")
      .annotate(OpenApi.Description, "Its file does not change.")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.del("remove", "/datasets/:owner/:dataset/releases/:release/")
      .setPath(ReleasePath)
      .addSuccess(HttpApiSchema.NoContent)
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Delete a release and its file")
      .pipe(addChangeErrors),
  )
  .add(
    HttpApiEndpoint.get("diff", "/datasets/:owner/:dataset/releases/:release/diff/:other/")
      .setPath(DiffPath)
      .addSuccess(lines)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Compare two releases, one line per sample")
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("statements", "/datasets/:owner/:dataset/releases/:release/statements/")
      .setPath(ReleasePath)
      .addSuccess(Schema.Array(Envelope))
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "List the signed statements of a release, oldest first")
      .annotate(
        OpenApi.Description,
        "In-toto statements in DSSE envelopes. Releases of versions before 0.1.0 have none.",
      )
      .pipe(addAccessErrors),
  )
  .add(
    HttpApiEndpoint.post("appendStatement", "/datasets/:owner/:dataset/releases/:release/statements/")
      .setPath(ReleasePath)
      .setPayload(NewReleaseStatement)
      .addSuccess(Envelope, { status: 201 })
      .annotate(Permission, "create_releases")
      .annotate(OpenApi.Summary, "Sign a statement about a release, such as the result of an audit")
      .annotate(
        OpenApi.Description,
        "The server adds `signed_at` and does not check what the predicate says. A statement is never changed, and is deleted with its release. A release has at most 100.",
      )
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("prove", "/datasets/:owner/:dataset/releases/:release/proofs/:sample/")
      .setPath(ProofPath)
      .addSuccess(SampleProofRecord)
      .annotate(Permission, "read")
      .annotate(OpenApi.Summary, "Prove that a sample with its labels is in a release")
      .annotate(
        OpenApi.Description,
        "The server reads the file of the release once. Whoever has the proof, the line and the public key needs no other sample.",
      )
      .pipe(addChangeErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .add(
    HttpApiEndpoint.get("keySet", "/releases/jwks.json")
      .addSuccess(KeySet.annotations({ identifier: "ReleaseKeySet" }))
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Get the public keys that verify statements as a JSON Web Key Set")
      .annotate(
        OpenApi.Description,
        "Newest first. Keys that no longer sign stay in the set. It is empty until the first release.",
      ),
  )
  .add(
    HttpApiEndpoint.post("rotateKey", "/releases/signing_key/rotate/")
      .addSuccess(KeySet.annotations({ identifier: "ReleaseKeySet" }))
      .annotate(Permission, "site_admin")
      .annotate(OpenApi.Summary, "Make a new key, which signs statements from now on")
      .annotate(OpenApi.Description, "Other server processes follow within a minute.")
      .pipe(addAdminErrors),
  )
  .add(
    HttpApiEndpoint.get("file", "/releases/:release/file")
      .setPath(ReleaseFilePath)
      .setUrlParams(SignedUrlParams)
      .addSuccess(AnyObject)
      .annotate(Ranged, true)
      .annotate(Public, true)
      .annotate(Permission, "anyone")
      .annotate(OpenApi.Summary, "Download the file of a release")
      .annotate(OpenApi.Description, "The URL is in the `attributes` of the release.")
      .pipe(addTokenErrors)
      .addError(FileGone, { status: statuses.FileGone }),
  )
  .annotate(OpenApi.Description, "Snapshots of a dataset, each as one file.")
  .annotate(OpenApi.Title, "Releases") {}
