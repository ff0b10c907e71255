/** Shows what the preview found beyond the changes that it was asked about. */
import { List, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetName, Preview } from "../calls.ts"
import type { Change } from "../model/changes.ts"
import { findEffect, type Planned } from "../model/choices.ts"
import { Examples } from "./Examples.tsx"

interface OtherEffectsProps {
  readonly name: DatasetName
  readonly preview: Preview
  readonly changes: ReadonlyArray<Change>
  readonly planned: ReadonlyArray<Planned>
}

export const OtherEffects = ({ changes, name, planned, preview }: OtherEffectsProps) => {
  const { t } = useTranslation("configuration")
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
            {t("impact.other", {
              kind: effect.kind,
              name: [effect.category_id, effect.attribute, effect.value]
                .filter((one) => one !== null)
                .join(" · "),
              count: effect.labels,
            })}
            <Examples name={name} effect={effect} />
          </List.Item>
        ))}
      </List>
    </div>
  )
}
