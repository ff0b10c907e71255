/** The answers of a person to gold samples, the latest first. */
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { useClose } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import { formatFigure } from "../agreement/figures.ts"
import { makePersonAnswersQuery } from "./calls.ts"
import { GoldResult } from "./GoldResult.tsx"

interface PersonAnswersProps {
  readonly path: DatasetPath
  readonly user: string
}

export const PersonAnswers = ({ path, user }: PersonAnswersProps) => {
  const { i18n, t } = useTranslation("gold")
  const title = t("answersOf", { person: user })
  return (
    <Dialog title={title} close={t("close")} size="xl" onClose={useClose()}>
      <RecordTable
        label={title}
        query={useQuery(makePersonAnswersQuery(path, user))}
        rowKey={({ sample_uuid }) => sample_uuid}
        columns={[
          {
            name: t("sample"),
            cell: ({ name, sample_uuid }) =>
              name === null ? (
                t("deletedSample")
              ) : (
                <LinkAnchor
                  to="/d/$owner/$dataset/samples/$uuid/gold"
                  params={{ ...path, uuid: sample_uuid }}
                >
                  <Visible text={name} />
                </LinkAnchor>
              ),
          },
          {
            name: t("agreement"),
            right: true,
            cell: ({ score }) => formatFigure(score, i18n.language),
          },
          { name: t("result"), cell: (answer) => <GoldResult answer={answer} /> },
          { name: t("answeredAt"), cell: ({ answered_at }) => <When at={answered_at} /> },
        ]}
        empty={t("noPersonAnswers", { person: user })}
        minWidth={480}
      />
    </Dialog>
  )
}
