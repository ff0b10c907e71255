/** The entry point for API clients: the contract only, safe for browsers. */
export {
  Advice,
  AnyObject,
  AnyObjectOrNull,
  At,
  AtOrNull,
  CommentJson,
  DatasetJson,
  IssueJson,
  LabelHistoryRowJson,
  LabelJson,
  LabelSummaryJson,
  LabelsetJson,
  LabelVersionJson,
  NumberOrNull,
  ReleaseJson,
  SampleJson,
  SampleRowJson,
  TextOrNull,
  Uuid,
} from "@annotary/core/effect"
export * from "./Api.ts"
export * from "./openapi.ts"
export * from "./permission.ts"
export * from "./records/asset.ts"
export * from "./records/dataset.ts"
export * from "./records/import.ts"
export * from "./records/problem.ts"
export * from "./records/queue.ts"
export * from "./records/sample.ts"
export * from "./records/user.ts"
export * from "./records/warning.ts"
export * from "./records/webhook.ts"
export * from "./records/work.ts"
