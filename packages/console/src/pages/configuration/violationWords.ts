/** Translates the violations of a configuration into the words of its form: the field, and the repair. */
import type { TFunction } from "i18next"
import { toSentence } from "../../ui/fieldProblems.ts"
import { isObject, type Json } from "../../workbench/editor/json/value.ts"
import { isRuleKey, isRuleKind } from "./form/ruleKinds.ts"
import { getValueAt } from "./model/getValueAt.ts"
import type { Path } from "./model/textTree.ts"

type Translate = TFunction<"configuration">

/**
 * The clauses of the server that the form says differently. The capturing groups are the `limit` of the sentence and the `other`
 * limit; the first clause that matches counts.
 */
const clauses = [
  [/^required when input_type is/, "options"],
  [/^is allowed only when input_type is "number"$/, "numbersOnly"],
  [/^is allowed only when input_type is "select" or "multiselect"$/, "choicesOnly"],
  [/^is allowed only when input_type is/, "otherType"],
  [/^must be unique among/, "duplicate"],
  [/^must not be empty$/, "empty"],
  [/^must be at most max$/, "minAboveMax"],
  [/^must lie between min and max$/, "outOfRange"],
  [/^must be one of the values/, "notOption"],
  [/^must be the id of a category$/, "noCategory"],
  [/^must be the name of a joint$/, "noJoint"],
  [/^must have at most one of excluded_categories/, "oneExclusion"],
  [/^must have min or bands$/, "minOrBands"],
  [/^must have either width/, "width"],
  [/^must have either height/, "height"],
  [/^must be greater than that of the band before$/, "bandOrder"],
  [/^must be (?:3 or 4 numbers )?from 0 to 255$/, "colorRange"],
  [/^must be at least (\d+)$/, "atLeast"],
  [/^must be from (\S+) to (\S+)$/, "range"],
  [/^must be greater than (\d+)$/, "greaterThan"],
  [/^must \w+ at most (\d+) categories/, "tooMany"],
  [/^must be at most (\d+) bytes$/, "tooLarge"],
  [/^must be an array of at least 1 items$/, "noItems"],
  [/^must be an array of at most (\d+) items$/, "tooMany"],
  [/^must be an array/, "list"],
  [/^must be an object/, "object"],
  [/^must be an integer/, "integer"],
  [/^must be a number/, "number"],
  [/^must be a string, a number/, "textOrNumber"],
  [/^must be (?:text$|a string)/, "text"],
  [/^must be (?:a boolean|true or false$)/, "trueOrFalse"],
  [/^must be (".*?")(?: or null)?$/, "oneOf"],
  [/^must be two joints$/, "twoJoints"],
  [/^must be in one pair alone$/, "mirroredTwice"],
  [/^is required$/, "required"],
  [/^has an effect in sequence datasets only$/, "sequenceOnly"],
  [/^has an effect in multi-sensor datasets only$/, "sensorsOnly"],
  [/^has an effect on cuboids only$/, "cuboidsOnly"],
  [/^has no effect beside is_track_level/, "trackLevelWins"],
  [/^means the same as sensors/, "sameAsSensors"],
  [/^is not part of the format; it is kept$/, "unknownKey"],
  [/^means no object in bitmaps$/, "zeroId"],
  [/^is neither 0\.1 nor 0\.2$/, "version"],
  [/^is an input type whose values labels cannot/, "unreadableValues"],
  [
    /^is (?:not a whole number|a list|empty text|not an input type of link attributes): the segments-ai SDK/,
    "unreadable",
  ],
] as const

export const translateViolation = (t: Translate, message: string): string => {
  for (const [clause, word] of clauses) {
    const match = clause.exec(message)
    if (match !== null)
      return t(`violation.${word}`, { limit: formatChoices(match[1] ?? ""), other: match[2] ?? "" })
  }
  return toSentence(message)
}

/** `"2D", "3D" or "all"` as a list without English words. */
const formatChoices = (text: string): string => text.replaceAll('" or "', '", "')

const attributeLists: ReadonlyArray<string | number | undefined> = [
  "attributes",
  "link_attributes",
  "image_attributes",
]

/** The fields of the form that a path leads through, such as "person › pose › Values". Empty for the whole document. */
export const formatPlace = (t: Translate, root: Json, path: Path): string =>
  path
    .flatMap((step, index): ReadonlyArray<string> => {
      const list = path[index - 1]
      if (/^\d+$/.test(String(step))) {
        const item = getValueAt(root, path.slice(0, index + 1))
        return [findItemName(t, list, item) ?? `${Number(step) + 1}`]
      }
      return isLeftOut(path, index) ? [] : [translateKey(t, String(step), path)]
    })
    .join(" › ")

/** Lists whose items say by their names where they belong. */
const isLeftOut = (path: Path, index: number): boolean =>
  index < path.length - 1 &&
  ["categories", "attributes", "warning_rules", "quality_rules"].includes(`${path[index]}`)

const findItemName = (
  t: Translate,
  list: string | number | undefined,
  item: Json | undefined,
): string | undefined => {
  if (typeof item === "string") return t("violation.value", { value: item })
  const name = isObject(item) ? item.name : undefined
  if (list === "warning_rules" || list === "quality_rules")
    return typeof name === "string" && isRuleKind(name) ? t(`rule.kinds.${name}`) : undefined
  if (typeof name === "string" && name.trim() !== "") return name
  return list === "categories" || attributeLists.includes(list) ? t("unnamed") : undefined
}

const translateKey = (t: Translate, key: string, path: Path): string => {
  const inRule = path[0] === "warning_rules" || path[0] === "quality_rules"
  if (inRule && isRuleKey(key)) return t(`rule.${key}`)
  const word = keyWords.find(([name]) => name === key)?.[1]
  return word === undefined ? key : t(word)
}

const keyWords = [
  ["categories", "category.list"],
  ["attributes", "category.attributes"],
  ["link_attributes", "category.linkAttributes"],
  ["image_attributes", "image.title"],
  ["warning_rules", "rule.warning_rules"],
  ["quality_rules", "rule.quality_rules"],
  ["name", "category.name"],
  ["id", "category.id"],
  ["color", "category.color"],
  ["has_instances", "category.instances"],
  ["link_category_restrictions", "category.linksTo"],
  ["dimensions", "category.dimensions"],
  ["lock_dimensions", "category.lockDimensions"],
  ["lock_rotation", "category.lockRotation"],
  ["lock_position", "category.lockPosition"],
  ["input_type", "attribute.type"],
  ["values", "attribute.values"],
  ["min", "attribute.min"],
  ["max", "attribute.max"],
  ["step", "attribute.step"],
  ["default_value", "attribute.default"],
  ["sensors", "attribute.sensors"],
  ["sensor_filter", "attribute.sensors"],
  ["is_mandatory", "attribute.mandatory"],
  ["is_track_level", "attribute.trackLevel"],
  ["applies_to_later_frames", "attribute.laterFrames"],
  ["synced_across_sensors", "attribute.synced"],
  ["format_version", "general.version"],
  ["circle_radius", "general.radius"],
] as const
