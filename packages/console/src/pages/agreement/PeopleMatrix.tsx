/** Who agrees with whom: a cell for each two people, darker where they agree more. */
import { Stack, Table, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type Agreement, formatFigure, indexPairs } from "./figures.ts"
import classes from "./matrix.module.css"

interface PeopleMatrixProps {
  readonly people: ReadonlyArray<string>
  readonly pairs: Agreement["pairs"]
}

export const PeopleMatrix = ({ pairs, people }: PeopleMatrixProps) => {
  const { t } = useTranslation("agreement")
  const findQuality = indexPairs(pairs)
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("matrix")}</Title>
      <Text c="dimmed" size="sm">
        {t("matrixHint")}
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
                  <QualityCell key={column} quality={row === column ? undefined : findQuality(row, column)} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}

const QualityCell = ({ quality }: { readonly quality: number | null | undefined }) => {
  const { i18n } = useTranslation("agreement")
  if (quality === undefined || quality === null) return <Table.Td />
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
