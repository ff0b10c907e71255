/** The gold samples with the figures of their answers: samples that many answer wrongly may have a wrong known label. */
import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { useDialog } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"
import { formatFigure } from "../agreement/figures.ts"
import { type GoldFigures, makeGoldQuery, mostRows } from "./calls.ts"
import { GoldAnswers } from "./GoldAnswers.tsx"

export const GoldSamples = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("gold")
  const query = useQuery(makeGoldQuery(path))
  const shown = useDialog((sample: GoldFigures) => <GoldAnswers path={path} sample={sample} />)
  const isCut = query.data?.length === mostRows
  return (
    <>
      <TableSection
        title={isCut ? t("firstSamples", { count: mostRows }) : t("samples")}
        query={query}
        rowKey={({ sample_uuid }) => sample_uuid}
        columns={[
          {
            name: t("sample"),
            cell: ({ name, sample_uuid }) => (
              <LinkAnchor to="/d/$owner/$dataset/samples/$uuid/gold" params={{ ...path, uuid: sample_uuid }}>
                <Visible text={name} />
              </LinkAnchor>
            ),
          },
          { name: t("answers"), number: ({ answers }) => answers },
          { name: t("passed"), number: ({ passed }) => passed },
          {
            name: t("meanAgreement"),
            right: true,
            cell: ({ mean_score }) => formatFigure(mean_score, i18n.language),
          },
          { name: t("notCompared"), number: ({ not_compared }) => not_compared },
          { name: t("madeBy"), cell: ({ created_by }) => created_by },
          {
            name: t("showAnswers"),
            hidden: true,
            cell: (row) =>
              row.answers + row.not_compared === 0 ? null : (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t("answersTo", { sample: toVisibleText(row.name) })}
                  onClick={() => shown.open(row)}
                >
                  {t("showAnswers")}
                </Button>
              ),
          },
        ]}
        empty={t("noSamples")}
        minWidth={640}
      />
      {shown.dialog}
    </>
  )
}
