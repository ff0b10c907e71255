/** The blob store of the `ANNOTARY_S3_…` settings. Its package is loaded only when a bucket is set. */
import type { BlobStore } from "@annotary/core/effect"
import { Effect, type Layer, Redacted } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { settings as all, type Settings } from "../settings/settings.ts"

/** Undefined when the storage keeps files itself. */
export const makeBlobs = (
  settings: Settings,
): Effect.Effect<Layer.Layer<BlobStore> | undefined, CommandFailed> =>
  Effect.gen(function* () {
    const { s3AccessKeyId: id, s3Bucket: bucket, s3SecretAccessKey: secret } = settings
    if (bucket === "") {
      const alone = Object.entries(listBucketSettings(settings)).find(
        ([, value]) => value !== undefined && value !== "",
      )
      return alone === undefined ? undefined : yield* makeRefused(`${alone[0]} is set without a bucket`)
    }
    if ((id === "") !== (secret === undefined)) {
      return yield* makeRefused(`${all.s3AccessKeyId.name} and ${all.s3SecretAccessKey.name} go together`)
    }
    const { layer } = yield* Effect.promise(() => import("@annotary/storage-s3/effect"))
    const { s3Endpoint: endpoint, s3ForcePathStyle: pathStyle, s3Prefix: prefix, s3Region: region } = settings
    return layer({
      bucket,
      prefix,
      ...(region === "" ? {} : { region }),
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(pathStyle === "auto" ? {} : { forcePathStyle: pathStyle === "true" }),
      ...(secret === undefined
        ? {}
        : { credentials: { accessKeyId: id, secretAccessKey: Redacted.value(secret) } }),
    })
  })

const listBucketSettings = (settings: Settings) => ({
  [all.s3Endpoint.name]: settings.s3Endpoint,
  [all.s3Region.name]: settings.s3Region,
  [all.s3Prefix.name]: settings.s3Prefix,
  [all.s3AccessKeyId.name]: settings.s3AccessKeyId,
  [all.s3SecretAccessKey.name]: settings.s3SecretAccessKey,
})

const makeRefused = (what: string) => new CommandFailed({ sentence: `${what}.` })
