/** `owner/name`, as the command line names a dataset. */
import type { DatasetRef } from "@annotary/core/effect"
import { Effect } from "effect"
import { UsageError } from "../cli/failures.ts"

export const datasetRef = (
  name: string | undefined,
): Effect.Effect<Extract<DatasetRef, { readonly _tag: "Name" }>, UsageError> => {
  const [owner, dataset, ...rest] = (name ?? "").split("/")
  return owner !== undefined && owner !== "" && dataset !== undefined && dataset !== "" && rest.length === 0
    ? Effect.succeed({ _tag: "Name", owner, name: dataset })
    : new UsageError({ sentence: "A dataset is named OWNER/NAME." })
}
