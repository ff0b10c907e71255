import type { PrecisionTally } from "../../agreement/labels/PrecisionTally.ts"
import { prepareConfiguration } from "../../agreement/labels/prepareConfiguration.ts"
import type { Dataset } from "../../domain/Dataset.ts"
import type { JsonText } from "../../domain/JsonText.ts"
import { parseComparable, readConfiguration } from "../overlap/compareTexts.ts"

/** Makes the function that adds the labels of a sample to a tally, as far as they can be compared at once. */
export const makeAddTexts = (
  dataset: Pick<Dataset, "taskAttributes" | "taskType">,
  tally: PrecisionTally,
): ((labels: readonly [JsonText | null, JsonText | null]) => void) => {
  const configuration = prepareConfiguration(readConfiguration(dataset))
  return ([first, second]) => {
    try {
      const parsed = parseComparable(dataset, [
        { person: "first", attributes: first },
        { person: "second", attributes: second },
      ])
      if (typeof parsed !== "string") tally.add(configuration, parsed[0]?.label, parsed[1]?.label)
    } catch {
      // A label may have any structure that its dataset accepts. One that cannot be read is not measured.
    }
  }
}
