/** Some of the labels that a change concerns, each a way to its sample. They open beside the page, which stays as it is. */
import { Group, Text } from "@mantine/core"
import { useQueries } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { LinkAnchor } from "../../../ui/LinkButton.tsx"
import { toVisibleText } from "../../../ui/visibleText.ts"
import { makeSampleNameQuery } from "../../samples/calls.ts"
import type { DatasetName, Effect } from "../calls.ts"

interface ExamplesProps {
  readonly name: DatasetName
  readonly effect: Effect
}

/** Ids that were made at one time begin alike: of a sample without a readable name, the end is shown. */
const idLength = 8

export const Examples = ({ effect, name }: ExamplesProps) => {
  const { t } = useTranslation("configuration")
  const samples = useQueries({
    queries: effect.examples.map(({ sample_uuid: uuid }) => makeSampleNameQuery(uuid)),
  })
  if (effect.examples.length === 0) return null
  return (
    <Group gap={6} component="span" style={{ overflowWrap: "anywhere" }}>
      <Text size="xs" c="dimmed" span>
        {t("impact.examples")}
      </Text>
      {effect.examples.map(({ labelset, sample_uuid: uuid }, index) => (
        <LinkAnchor
          key={`${uuid} ${labelset}`}
          size="xs"
          title={`${uuid} · ${labelset}`}
          to="/d/$owner/$dataset/samples/$uuid"
          params={{ ...name, uuid }}
          preload={false}
          target="_blank"
        >
          {toVisibleText(samples[index]?.data ?? `…${uuid.slice(-idLength)}`)}
        </LinkAnchor>
      ))}
    </Group>
  )
}
