/** The samples that agree least, each with a link into it, and into the decision that it waits for. */
import { Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { type Agreement, formatFigure } from "./figures.ts"

interface LowestSamplesProps {
  readonly path: DatasetPath
  readonly samples: Agreement["lowest"]
  /** Whether the person decides between labels. */
  readonly mayReview: boolean
  /** The number of samples that were compared. */
  readonly compared: number
}

/** The most that a sample shows which does not agree fully: rounding does not make it 1.00. */
const maxShown = 0.99

export const LowestSamples = ({ compared, mayReview, path, samples }: LowestSamplesProps) => {
  const { i18n, t } = useTranslation("agreement")
  return (
    <TableSection
      title={t("lowest")}
      query={{ data: samples, error: null }}
      rowKey={({ sample_uuid }) => sample_uuid}
      columns={[
        {
          name: t("sample"),
          td: { style: { overflowWrap: "anywhere" } },
          cell: ({ name, sample_uuid: uuid }) => (
            <LinkAnchor size="sm" to="/d/$owner/$dataset/samples/$uuid" params={{ ...path, uuid }}>
              <Visible text={name} />
            </LinkAnchor>
          ),
        },
        {
          name: t("agreement"),
          right: true,
          cell: ({ agreement }) => formatFigure(Math.min(agreement, maxShown), i18n.language),
        },
        {
          name: t("state"),
          cell: ({ sample_uuid: sample, state }) => (
            <Group gap="sm" wrap="nowrap">
              <StateBadge color={state === "decided" ? "gray" : "yellow"}>
                {t(state === "decided" ? "decided" : "undecided")}
              </StateBadge>
              {state === "adjudicating" && mayReview ? (
                <LinkAnchor size="sm" to="/d/$owner/$dataset/review" params={path} search={{ sample }}>
                  {t("decide")}
                </LinkAnchor>
              ) : null}
            </Group>
          ),
        },
      ]}
      empty={t(compared === 0 ? "noneCompared" : "allAgree")}
      minWidth={420}
    />
  )
}
