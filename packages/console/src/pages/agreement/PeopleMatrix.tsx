/** Shows who agrees with whom: a cell for each two people, in a stronger color where they agree more. */
import { Stack, Table, Text, Title, VisuallyHidden } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type Agreement, formatFigure, indexPairs, sortFromLowest } from "./figures.ts"
import classes from "./matrix.module.css"
import { Omissions } from "./Omissions.tsx"

interface PeopleMatrixProps {
  readonly agreement: Pick<Agreement, "pairs" | "pairs_omitted" | "people" | "people_omitted">
}

/** The most people in the matrix: those who agree least with the others. */
const maxPeople = 30

export const PeopleMatrix = ({ agreement }: PeopleMatrixProps) => {
  const { t } = useTranslation("agreement")
  const { pairs, pairs_omitted: pairsOmitted, people: all } = agreement
  const people = sortFromLowest(all, ({ quality }) => quality)
    .slice(0, maxPeople)
    .map(({ person }) => person)
    .toSorted()
  const findQuality = indexPairs(pairs)
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("matrix")}</Title>
      <Text c="dimmed" size="sm">
        {t("matrixHint")}
        {all.length > maxPeople ? ` ${t("matrixCut", { shown: maxPeople, count: all.length })}` : null}
        <Omissions agreement={agreement} />
      </Text>
      <Table.ScrollContainer
        minWidth={64 * (people.length + 1)}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      >
        <Table aria-label={t("matrix")} withColumnBorders w="auto" className={classes.matrix ?? ""}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {people.map((person) => (
                <Table.Th key={person} scope="col" ta="center">
                  {person}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map((row) => (
              <Table.Tr key={row}>
                <Table.Th scope="row">{row}</Table.Th>
                {people.map((column) => (
                  <QualityCell
                    key={column}
                    quality={findQuality(row, column)}
                    isSelf={row === column}
                    missing={pairsOmitted > 0 ? t("fewTogether") : t("neverTogether")}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

interface QualityCellProps {
  readonly quality: number | null | undefined
  /** Whether row and column are one person. */
  readonly isSelf: boolean
  /** The text in place of a quality that is not listed. */
  readonly missing: string
}

const QualityCell = ({ isSelf, missing, quality }: QualityCellProps) => {
  const { i18n } = useTranslation("agreement")
  if (isSelf) return <Table.Td />
  if (quality === undefined || quality === null)
    return (
      <Table.Td ta="center">
        <span aria-hidden>{formatFigure(null, i18n.language)}</span>
        <VisuallyHidden>{missing}</VisuallyHidden>
      </Table.Td>
    )
  return (
    <Table.Td
      ta="center"
      className={classes.cell ?? ""}
      style={{ "--quality": `${Math.round(100 * quality)}%` }}
    >
      {formatFigure(quality, i18n.language)}
    </Table.Td>
  )
}
