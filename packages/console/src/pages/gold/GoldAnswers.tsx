/** The answers of people to a gold sample: where many fail, its known label may be wrong. */
import { Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { useClose } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"
import { When } from "../../ui/When.tsx"
import { formatFigure } from "../agreement/figures.ts"
import { findGoldResult, type GoldAnswer, type GoldFigures, makeGoldAnswersQuery } from "./calls.ts"

interface GoldAnswersProps {
  readonly path: DatasetPath
  readonly sample: Pick<GoldFigures, "name" | "sample_uuid">
}

export const GoldAnswers = ({ path, sample }: GoldAnswersProps) => {
  const { i18n, t } = useTranslation("gold")
  const title = t("answersTo", { sample: toVisibleText(sample.name) })
  return (
    <Dialog title={title} close={t("close")} size="xl" onClose={useClose()}>
      <RecordTable
        label={title}
        query={useQuery(makeGoldAnswersQuery(path, sample.sample_uuid))}
        rowKey={({ user }) => user}
        columns={[
          { name: t("person"), cell: ({ user }) => user },
          {
            name: t("agreement"),
            right: true,
            cell: ({ score }) => formatFigure(score, i18n.language),
          },
          { name: t("result"), cell: (answer) => <Result answer={answer} /> },
          {
            name: t("comment"),
            cell: ({ comment }) => (comment === null ? "–" : <Visible text={comment} />),
          },
          { name: t("answeredAt"), cell: ({ answered_at }) => <When at={answered_at} /> },
        ]}
        empty={t("noAnswers")}
        minWidth={560}
      />
    </Dialog>
  )
}

const colors = { passed: "teal", failed: "red", notCompared: "gray", outdated: "gray" } as const

const Result = ({ answer }: { readonly answer: GoldAnswer }) => {
  const { t } = useTranslation("gold")
  const result = findGoldResult(answer)
  return (
    <Group gap="xs" wrap="nowrap">
      <StateBadge color={colors[result]}>{t(`results.${result}`)}</StateBadge>
      {answer.label_status === "SKIPPED" ? (
        <Text size="xs" c="dimmed">
          {t("skipped")}
        </Text>
      ) : null}
    </Group>
  )
}
