/**
 * Findings in a migrated label that no action mentions: categories, attributes and values that the old configuration
 * had and the new one lacks, and mandatory attributes that are not filled in. Content unknown to both configurations
 * is no finding.
 */
import type { Attribute, Configuration } from "../../domain/Configuration.ts"
import { findValueEnd, isArrayAt, isObjectAt, visitItems } from "../../domain/jsonSpans.ts"
import type { ActionScope } from "./Action.ts"
import { isFilledIn, readMembers, type SensorKind } from "./attributesText.ts"
import { type Part, readNumberAt, type Span, walkLabel } from "./LabelWalk.ts"
import type { Plan } from "./Step.ts"

export type FindingKind = "unknown_category" | "unknown_attribute" | "unknown_value" | "missing_value"

export interface Finding {
  readonly kind: FindingKind
  readonly scope: ActionScope
  readonly category: number | null
  readonly attribute: string | null
  readonly value: string | null
}

type AttributeType = typeof Attribute.Type

/** The attributes of one category, or of images, before and after the change. */
interface Lists {
  readonly before: ReadonlyArray<AttributeType>
  readonly after: ReadonlyMap<string, AttributeType>
}

/** Reports each finding in a migrated label to `found`, scene by scene. */
export const makeFindingsReader = (before: Configuration, after: Configuration, plan: Plan) => {
  const categoriesBefore = new Set(before.categories.map(({ id }) => id))
  const objects = makeLists(before, after, plan, ({ attributes }) => attributes)
  const links = makeLists(before, after, plan, ({ link_attributes }) => link_attributes)
  const images: Lists = {
    before: before.image_attributes ?? [],
    after: indexByName(after.image_attributes),
  }

  return (text: string, found: (finding: Finding) => void): Generator<void, void> => {
    const whole = new Map<number, number>()
    const note = (ends: Map<number, number>, { members }: Part): number | undefined => {
      const category = readNumberAt(text, members.get("category_id"))
      for (const key of ["track_id", "id"]) {
        const name = readNumberAt(text, members.get(key))
        if (name !== undefined && category !== undefined) ends.set(name, category)
      }
      return category
    }
    const reportLinks = (parts: ReadonlyArray<Part>, ends: ReadonlyMap<number, number>) => {
      for (const { members } of parts) {
        const category = ends.get(readNumberAt(text, members.get("from_id")) ?? Number.NaN)
        const lists = category === undefined ? undefined : links.get(category)
        if (category !== undefined && lists !== undefined)
          reportAttributes(text, members.get("attributes"), lists, null, (one) =>
            found({ ...one, scope: "link", category }),
          )
      }
    }
    return walkLabel(text, {
      scene: ({ annotations, imageAttributes, kind, links: own }) => {
        const ends = new Map<number, number>()
        for (const annotation of annotations) {
          const category = note(ends, annotation)
          if (category === undefined) continue
          note(whole, annotation)
          const lists = objects.get(category)
          if (lists !== undefined) {
            const attributes = annotation.members.get("attributes")
            reportAttributes(text, attributes, lists, kind, (one) =>
              found({ ...one, scope: "object", category }),
            )
          } else if (categoriesBefore.has(category)) {
            found({ kind: "unknown_category", scope: "object", category, attribute: null, value: null })
          }
        }
        reportAttributes(text, imageAttributes, images, kind, (one) =>
          found({ ...one, scope: "image", category: null }),
        )
        reportLinks(own, ends)
      },
      links: (parts) => reportLinks(parts, whole),
    })
  }
}

type Inner = Pick<Finding, "kind" | "attribute" | "value">

const reportAttributes = (
  text: string,
  span: Span | undefined,
  { after, before }: Lists,
  kind: SensorKind,
  found: (finding: Inner) => void,
): void => {
  const filled = new Set<string>()
  const members = span !== undefined && isObjectAt(text, span[0]) ? readMembers(text, span[0]) : []
  for (const { name: attribute, value } of members) {
    if (!isFilledIn(value)) continue
    filled.add(attribute)
    const next = after.get(attribute)
    if (next === undefined) {
      if (before.some(({ name }) => name === attribute))
        found({ kind: "unknown_attribute", attribute, value: null })
    } else {
      for (const choice of readChoices(value)) {
        if (isUnknown(choice, next, before)) found({ kind: "unknown_value", attribute, value: choice })
      }
    }
  }
  for (const [attribute, next] of after) {
    if (next.is_mandatory !== true || filled.has(attribute) || !isApplicable(next, kind)) continue
    if (before.some(({ is_mandatory, name }) => name === attribute && is_mandatory === true)) continue
    found({ kind: "missing_value", attribute, value: null })
  }
}

const isApplicable = ({ sensor_filter, sensors }: AttributeType, kind: SensorKind): boolean => {
  const where = sensors ?? sensor_filter ?? "all"
  return kind === null || where === "all" || where === kind
}

/** Whether the value was known to an attribute before and is unknown now. */
const isUnknown = (value: string, next: AttributeType, before: ReadonlyArray<AttributeType>): boolean =>
  (next.input_type === "select" || next.input_type === "multiselect") &&
  !(next.values ?? []).includes(value) &&
  before.some(({ values }) => values?.includes(value) === true)

/** The texts in an attribute's value, which may be a list. */
const readChoices = (value: string): ReadonlyArray<string> => {
  if (value.startsWith('"')) return [JSON.parse(value)]
  if (!isArrayAt(value, 0)) return []
  const texts: Array<string> = []
  visitItems(value, 0, (at) => {
    const end = findValueEnd(value, at)
    if (value.startsWith('"', at)) texts.push(JSON.parse(value.slice(at, end)))
    return end
  })
  return texts
}

const indexByName = (attributes: ReadonlyArray<AttributeType> | null | undefined): Lists["after"] =>
  new Map((attributes ?? []).map((attribute) => [attribute.name, attribute]))

/** The attribute lists by category of the new configuration; before: of all categories that became it. */
const makeLists = (
  before: Configuration,
  after: Configuration,
  plan: Plan,
  attributes: (
    category: Configuration["categories"][number],
  ) => ReadonlyArray<AttributeType> | null | undefined,
): ReadonlyMap<number, Lists> =>
  new Map(
    after.categories.map((category) => [
      category.id,
      {
        after: indexByName(attributes(category)),
        before: before.categories
          .filter(({ id }) => plan.of(id).category === category.id)
          .flatMap((source) => attributes(source) ?? []),
      },
    ]),
  )
