/** The names of the warning rules that a check of a label runs under a configuration. Pure. */
import { constantRuleNames, warningRuleNames } from "../domain/warningRuleNames.ts"

/** Returns the rules in the order of {@link warningRuleNames}. `configuration` is the parsed configuration of a dataset. */
export const listCheckedRules = (configuration: unknown): ReadonlyArray<string> => {
  const { quality_rules, warning_rules }: { quality_rules?: unknown; warning_rules?: unknown } =
    Object(configuration)
  const names = new Set<string>([
    ...constantRuleNames,
    ...listRuleNames(warning_rules),
    ...listRuleNames(quality_rules),
  ])
  return warningRuleNames.filter((name) => names.has(name))
}

const listRuleNames = (rules: unknown): ReadonlyArray<string> =>
  Array.isArray(rules) ? rules.map((rule: unknown) => String(Object(rule).name)) : []
