/** The result of an answer to a gold sample. */
import { Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { findGoldResult, type GoldAnswer } from "./calls.ts"

const colors = { passed: "teal", failed: "red", notCompared: "gray", outdated: "gray" } as const

interface GoldResultProps {
  readonly answer: Pick<GoldAnswer, "outdated" | "passed">
  /** The status of the label, where it is read with the answer. */
  readonly status?: GoldAnswer["label_status"]
}

export const GoldResult = ({ answer, status }: GoldResultProps) => {
  const { t } = useTranslation("gold")
  const result = findGoldResult(answer)
  return (
    <Group gap="xs" wrap="nowrap">
      <StateBadge color={colors[result]}>{t(`results.${result}`)}</StateBadge>
      {status === "SKIPPED" ? (
        <Text size="xs" c="dimmed">
          {t("skipped")}
        </Text>
      ) : null}
    </Group>
  )
}
