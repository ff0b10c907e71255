/** The names of the warning rules that a check of a label runs under a configuration. Pure. */
import { warningRuleNames } from "../domain/warningRuleNames.ts"

/** Rules that run only where a configuration lists them. */
const listedRules: ReadonlySet<string> = new Set([
  "intersecting-cuboids",
  "cuboid-dimension-limits",
  ...warningRuleNames.slice(warningRuleNames.indexOf("track-dimension-change")),
])

/** Returns the rules in the order of {@link warningRuleNames}. `configuration` is the parsed configuration of a dataset. */
export const listCheckedRules = (configuration: unknown): ReadonlyArray<string> => {
  const { quality_rules, warning_rules }: { quality_rules?: unknown; warning_rules?: unknown } =
    Object(configuration)
  const listed = new Set([...listRuleNames(warning_rules), ...listRuleNames(quality_rules)])
  return warningRuleNames.filter((name) => !listedRules.has(name) || listed.has(name))
}

const listRuleNames = (rules: unknown): ReadonlyArray<string> =>
  Array.isArray(rules) ? rules.map((rule: unknown) => String(Object(rule).name)) : []
