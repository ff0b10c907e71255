/** What a change is made from: any version that is there (`*`), or one of those named. */
import type { VersionId } from "./Ids.ts"

export type IfMatch = "*" | VersionId | ReadonlyArray<VersionId>

/** Whether the version that is there is one that the change may be made from; undefined: nothing is there. */
export const meets = (request: IfMatch | undefined, version: VersionId | undefined): boolean => {
  if (request === undefined) return true
  if (version === undefined) return false
  return request === "*" || (typeof request === "string" ? request === version : request.includes(version))
}
