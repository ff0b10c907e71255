/** Some of the labels that a change concerns, each a way to its sample. They open beside the page, which stays as it is. */
import { Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { LinkAnchor } from "../../../ui/LinkButton.tsx"
import type { DatasetName, Effect } from "../calls.ts"

interface ExamplesProps {
  readonly name: DatasetName
  readonly effect: Effect
}

/** The length of the part of an id that is shown. */
const idLength = 8

export const Examples = ({ effect, name }: ExamplesProps) => {
  const { t } = useTranslation("configuration")
  if (effect.examples.length === 0) return null
  return (
    <Group gap={6} component="span">
      <Text size="xs" c="dimmed" span>
        {t("impact.examples")}
      </Text>
      {effect.examples.map(({ labelset, sample_uuid: uuid }) => (
        <LinkAnchor
          key={`${uuid} ${labelset}`}
          size="xs"
          ff="monospace"
          title={`${uuid} · ${labelset}`}
          to="/d/$owner/$dataset/samples/$uuid"
          params={{ ...name, uuid }}
          preload={false}
          target="_blank"
        >
          {uuid.slice(0, idLength)}
        </LinkAnchor>
      ))}
    </Group>
  )
}
