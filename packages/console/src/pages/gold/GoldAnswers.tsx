/** The answers of people to a gold sample: where many fail, its known label may be wrong. */
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { useClose } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"
import { When } from "../../ui/When.tsx"
import { formatFigure } from "../agreement/figures.ts"
import { type GoldFigures, makeGoldAnswersQuery } from "./calls.ts"
import { GoldResult } from "./GoldResult.tsx"

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
          {
            name: t("result"),
            cell: (answer) => <GoldResult answer={answer} status={answer.label_status} />,
          },
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
