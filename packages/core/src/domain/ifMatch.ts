import type { VersionId } from "./Ids.ts"

/** The expected version of a change: any existing one (`*`), or one of several. */
export type IfMatch = "*" | VersionId | ReadonlyArray<VersionId>

/** Whether the current version is an expected one. Undefined stands for a missing resource. */
export const isIfMatchMet = (request: IfMatch | undefined, version: VersionId | undefined): boolean => {
  if (request === undefined) return true
  if (version === undefined) return false
  return request === "*" || (typeof request === "string" ? request === version : request.includes(version))
}
