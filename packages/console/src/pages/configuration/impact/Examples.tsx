/** Some of the labels that a change concerns, each a way to its sample. They open beside the page, which stays as it is. */
import { Anchor, Group, Text } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
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
        <Anchor
          key={`${uuid} ${labelset}`}
          size="xs"
          ff="monospace"
          title={`${uuid} · ${labelset}`}
          renderRoot={(props) => (
            <Link
              to="/d/$owner/$dataset/samples/$uuid"
              params={{ ...name, uuid }}
              preload={false}
              target="_blank"
              {...props}
            />
          )}
        >
          {uuid.slice(0, idLength)}
        </Anchor>
      ))}
    </Group>
  )
}
