/** The entry point for callers of the API: a typed client, safe for browsers. */

export { JsonText, Raw } from "@annotary/core/effect"
export { type Client, type ClientOptions, createClient } from "./createClient.ts"
export { type EffectClient, makeClient } from "./effectClient.ts"
export * from "./errors.ts"
export type { ClientSettings } from "./exchange.ts"
export { exactJson, memberText } from "./json.ts"
export { makeFetchClient } from "./makeFetchClient.ts"
export { findNextQuery } from "./pages.ts"
export type { RetryOptions } from "./retries.ts"
export type { CallOptions, Face, Loose } from "./types.ts"
export type { Upload, UploadLine, UploadRequest } from "./upload.ts"
