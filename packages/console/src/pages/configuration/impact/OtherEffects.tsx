/** Shows what the preview found beyond the changes that it was asked about. */
import { List, Text } from "@mantine/core"
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import type { DatasetName, Effect, Preview } from "../calls.ts"
import type { Change } from "../model/changes.ts"
import { findEffect, type Planned } from "../model/choices.ts"
import { Examples } from "./Examples.tsx"

type Translate = TFunction<"configuration">

interface OtherEffectsProps {
  /** The categories of the new configuration. */
  readonly categories: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly name: DatasetName
  readonly preview: Preview
  readonly changes: ReadonlyArray<Change>
  readonly planned: ReadonlyArray<Planned>
}

export const OtherEffects = ({ categories, changes, name, planned, preview }: OtherEffectsProps) => {
  const { t } = useTranslation("configuration")
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const listed = new Set(changes.map((change) => findEffect(preview, change, planned)))
  const others = preview.effects.filter((effect) => !listed.has(effect) && effect.labels > 0)
  if (others.length === 0) return null
  return (
    <div>
      <Text size="sm">{t("impact.others")}</Text>
      <List size="sm">
        {others.map((effect) => (
          <List.Item
            key={JSON.stringify([
              effect.kind,
              effect.scope,
              effect.category_id,
              effect.attribute,
              effect.value,
            ])}
          >
            {translateEffect(t, effect, names)} <Examples name={name} effect={effect} />
          </List.Item>
        ))}
      </List>
    </div>
  )
}

const findings = ["unknown_category", "unknown_attribute", "unknown_value", "missing_value"] as const

/** A finding as a sentence; the attribute is named with its category. */
const translateEffect = (
  t: Translate,
  { attribute, category_id: id, kind, labels, value }: Effect,
  names: ReadonlyMap<number, string>,
): string => {
  const category = id === null ? undefined : (names.get(id) ?? String(id))
  const subject = [category, attribute].filter((one) => one !== null && one !== undefined).join(" › ")
  const word = findings.find((one) => one === kind) ?? "action"
  return t(`impact.other.${word}`, {
    attribute: toVisibleText(subject),
    category: category ?? "",
    value: toVisibleText(String(value)),
    count: labels,
  })
}
