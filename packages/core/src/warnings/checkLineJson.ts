/** The lines of the check of a dataset as JSON. */
import type { JsonTree } from "../domain/JsonText.ts"
import { toWarningJson } from "../domain/wire/warningJson.ts"
import type { CheckLine } from "./checkLines.ts"

/** The JSON of a line. Its `type` says which one it is. */
export const checkLineJson = (line: CheckLine): JsonTree => {
  switch (line._tag) {
    case "Warning":
      return {
        type: "warning",
        sample_uuid: line.sampleId,
        sample_name: line.sampleName,
        ...toWarningJson(line.warning),
      }
    case "Refusal":
      return {
        type: "refused",
        sample_uuid: line.sampleId,
        sample_name: line.sampleName,
        code: line.error.code,
        message: line.error.message,
      }
    case "Progress":
      return { type: "progress", samples: line.samples, total: line.total }
    case "Summary":
      return {
        type: "summary",
        samples: line.samples,
        labels: line.labels,
        labels_with_warnings: line.labelsWithWarnings,
        counts: line.counts,
        dismissed: line.dismissed,
        truncated: line.truncated,
        refused: line.refused,
      }
  }
}
