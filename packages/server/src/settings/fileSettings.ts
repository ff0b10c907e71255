/** The settings of files: releases, exports and assets. */
import { hostPatterns, httpUrl, makeChoice, makeSecret, makeSetting, text } from "./Setting.ts"

export const fileSettings = {
  dataDir: makeSetting(
    "ANNOTARY_DATA_DIR",
    text,
    "./.annotary",
    "Folder for the SQLite database, and for release files and assets unless a bucket is set. Created when missing, accessible to its owner only.",
  ),
  s3Bucket: makeSetting(
    "ANNOTARY_S3_BUCKET",
    text,
    "",
    "Bucket for release files and assets, on S3 or a compatible server. Default: none, files are stored with the data.",
  ),
  s3Endpoint: makeSetting("ANNOTARY_S3_ENDPOINT", httpUrl, "", "URL of the S3 server. Default: AWS."),
  s3Region: makeSetting(
    "ANNOTARY_S3_REGION",
    text,
    "",
    "Region of the bucket. Default: from the AWS variables and profiles, or `us-east-1` with an endpoint.",
  ),
  s3Prefix: makeSetting("ANNOTARY_S3_PREFIX", text, "", "Prefix of every key in the bucket."),
  s3AccessKeyId: makeSetting(
    "ANNOTARY_S3_ACCESS_KEY_ID",
    text,
    "",
    "Access key for the bucket. Default: AWS's credential chain (variables, profile, role of the machine).",
  ),
  s3SecretAccessKey: makeSetting(
    "ANNOTARY_S3_SECRET_ACCESS_KEY",
    makeSecret(() => true, ""),
    "",
    "Secret of the access key.",
  ),
  s3ForcePathStyle: makeSetting(
    "ANNOTARY_S3_FORCE_PATH_STYLE",
    makeChoice("auto", "true", "false"),
    "auto",
    "Whether the bucket is part of the path instead of the host name; `auto` for yes with an endpoint.",
  ),
  fileHosts: makeSetting(
    "ANNOTARY_FILE_HOSTS",
    hostPatterns,
    "",
    "Hosts whose `https://` URLs in samples the server opens to export and measure files, besides assets and buckets: names, `*.example.com`, or `*` for all. They pass the address check of webhooks.",
  ),
} as const
