/** The pause of a person whose answers to gold samples pass too rarely. Pure. */
import type { DatasetSettings } from "../../domain/DatasetSettings.ts"
import type { GoldCount } from "../../domain/Gold.ts"

/** Products of shares and counts are whole numbers up to this. */
const roundingError = 1e-9

/** The reason, which the person reads; null while there are too few answers, or enough of them passed. */
export const explainGoldPause = (
  { goldMinimum, goldThreshold }: Pick<DatasetSettings, "goldMinimum" | "goldThreshold">,
  { answers, passed }: GoldCount,
): string | null => {
  if (goldThreshold === null || answers < goldMinimum) return null
  const needed = Math.ceil(goldThreshold * answers - roundingError)
  return passed >= needed
    ? null
    : `${passed} of ${answers} labels of samples whose label is known were right; ${needed} are needed.`
}
