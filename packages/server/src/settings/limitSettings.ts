/** The settings of limits. */
import { makeInteger, makeNumbers, makeSetting, optionalSize, size } from "./Setting.ts"

/** The limits of `@annotary/formats`, which is loaded with the first import or export. */
export const importLimitNames = [
  "frames",
  "objects",
  "pixels",
  "painted",
  "rows",
  "bytes",
  "values",
  "depth",
  "line",
] as const

export const limitSettings = {
  rateLimit: makeSetting(
    "ANNOTARY_RATE_LIMIT",
    makeInteger(0, 1_000_000),
    "0",
    "Maximum requests per minute and API key; 0 for no limit.",
  ),
  maxConnections: makeSetting(
    "ANNOTARY_MAX_CONNECTIONS",
    makeInteger(1, 1_000_000),
    "5000",
    "Maximum open connections. Further connections are closed immediately and logged.",
  ),
  slowBodySeconds: makeSetting(
    "ANNOTARY_SLOW_BODY_SECONDS",
    makeInteger(1, 3600),
    "30",
    "How long a body may arrive more slowly than 1 KiB/s before its request ends with 408.",
  ),
  maxBody: makeSetting("ANNOTARY_MAX_BODY", size, "64MiB", "Largest JSON body as sent."),
  maxJson: makeSetting("ANNOTARY_MAX_JSON", size, "128MiB", "Largest JSON body inflated."),
  maxJsonInWork: makeSetting(
    "ANNOTARY_MAX_JSON_IN_WORK",
    size,
    "256MiB",
    "Maximum inflated JSON in progress in this process. Further requests get 503.",
  ),
  maxJsonDepth: makeSetting(
    "ANNOTARY_MAX_JSON_DEPTH",
    makeInteger(10, 1000),
    "200",
    "Maximum levels of nesting in JSON.",
  ),
  maxLine: makeSetting("ANNOTARY_MAX_LINE", size, "8MiB", "Longest line of an NDJSON body."),
  maxMetadata: makeSetting(
    "ANNOTARY_MAX_METADATA",
    size,
    "64KiB",
    "Largest metadata of a dataset or sample.",
  ),
  maxConfiguration: makeSetting(
    "ANNOTARY_MAX_CONFIGURATION",
    size,
    "1MiB",
    "Largest label-editor configuration.",
  ),
  maxUpload: makeSetting("ANNOTARY_MAX_UPLOAD", size, "100MiB", "Largest asset."),
  maxUnpacked: makeSetting(
    "ANNOTARY_MAX_UNPACKED",
    optionalSize,
    "",
    "Largest archive of an import unpacked. Default: 50 times the largest asset. Imports also end when less than 1 GiB, or a twentieth of a small disk, would stay free.",
  ),
  importLimits: makeSetting(
    "ANNOTARY_IMPORT_LIMITS",
    makeNumbers(...importLimitNames),
    "",
    "Limits of what files of an import state and contain, such as `frames=200000,pixels=400000000`: see the documentation of the formats.",
  ),
  transferMemory: makeSetting(
    "ANNOTARY_TRANSFER_MEMORY",
    size,
    "1GiB",
    "Largest memory of one import or export, each of which runs in a dedicated process.",
  ),
  maxEvent: makeSetting(
    "ANNOTARY_MAX_EVENT",
    size,
    "256KiB",
    "Largest event. A larger one is truncated to the reference of its resource.",
  ),
  maxWarnings: makeSetting(
    "ANNOTARY_MAX_WARNINGS",
    makeInteger(1, 100_000),
    "10000",
    "Maximum listed warnings of one label. All are counted.",
  ),
  maxOpenClaims: makeSetting(
    "ANNOTARY_MAX_OPEN_CLAIMS",
    makeInteger(1, 1000),
    "50",
    "Maximum open claims of a person in one queue of a dataset.",
  ),
  cloneInRequest: makeSetting(
    "ANNOTARY_CLONE_IN_REQUEST",
    makeInteger(0, 1_000_000),
    "100000",
    "Largest clone, in samples, that is copied within its request. Larger ones become a job.",
  ),
  releaseUrlSeconds: makeSetting(
    "ANNOTARY_RELEASE_URL_SECONDS",
    makeInteger(1),
    "3600",
    "Validity of the URL of a release's file.",
  ),
  uploadSeconds: makeSetting("ANNOTARY_UPLOAD_SECONDS", makeInteger(1), "3600", "Validity of an upload URL."),
} as const
