/** The categories that a person confuses with those of everybody else, or of one other person: a cell for each two. */
import { Button, Group, NativeSelect, Stack, Table, Text, Title } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { downloadText } from "../../ui/downloadText.ts"
import { formatConfusions } from "./agreementCsv.ts"
import { CategoryName } from "./CategoryName.tsx"
import { EstimatedErrors } from "./EstimatedErrors.tsx"
import { type Agreement, sortFromLowest } from "./figures.ts"
import {
  type Confusion,
  findConfusions,
  listPartners,
  makeMatrix,
  type NamedCategory,
} from "./findConfusions.ts"
import classes from "./matrix.module.css"
import { Omissions } from "./Omissions.tsx"

interface ConfusionMatrixProps {
  readonly agreement: Pick<Agreement, "pairs" | "pairs_omitted" | "people" | "people_omitted">
  /** The name of the dataset, for the file. */
  readonly dataset: string
}

/** Stands for everybody who labeled the same samples. */
const everybody = ""

export const ConfusionMatrix = ({ agreement, dataset }: ConfusionMatrixProps) => {
  const { t } = useTranslation("agreement")
  const people = sortFromLowest(agreement.people, ({ quality }) => quality)
  const [chosen, setChosen] = useState<string>()
  const [other, setOther] = useState(everybody)
  const person = people.find((one) => one.person === chosen) ?? people[0]
  if (person === undefined) return null
  const partners = listPartners(agreement.pairs, person.person)
  const partner = partners.includes(other) ? other : everybody
  const confusions =
    partner === everybody ? person.confusions : findConfusions(agreement.pairs, person.person, partner)
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between" mih={32}>
        <Title order={2}>{t("personConfusions")}</Title>
        <Button
          variant="default"
          size="xs"
          onClick={() => downloadText(`${dataset}-confusions.csv`, formatConfusions(agreement), "text/csv")}
        >
          {t("downloadConfusions")}
        </Button>
      </Group>
      <Text c="dimmed" size="sm">
        {t("personConfusionsHint")}
        <Omissions agreement={agreement} />
      </Text>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label={t("person")}
          value={person.person}
          data={people.map((one) => one.person)}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <NativeSelect
          label={t("comparedWith")}
          value={partner}
          data={[{ value: everybody, label: t("everybody") }, ...partners]}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      </Group>
      {confusions.length === 0 ? (
        <Text c="dimmed">{t("noPersonConfusions")}</Text>
      ) : (
        <MatrixTable confusions={confusions} person={person.person} />
      )}
      {partner === everybody && person.errors !== null ? <EstimatedErrors errors={person.errors} /> : null}
    </Stack>
  )
}

interface MatrixTableProps {
  readonly confusions: ReadonlyArray<Confusion>
  readonly person: string
}

const MatrixTable = ({ confusions, person }: MatrixTableProps) => {
  const { i18n, t } = useTranslation("agreement")
  const { format } = new Intl.NumberFormat(i18n.language)
  const { columns, findCount, largestCount, rows } = makeMatrix(confusions)
  const formatName = ({ category, id }: NamedCategory) =>
    id === null ? t("noObject") : <CategoryName id={id} name={category} />
  return (
    <Table.ScrollContainer
      minWidth={110 * (columns.length + 1)}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table aria-label={t("personConfusions")} withColumnBorders w="auto" className={classes.matrix ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td>{t("rowsAndColumns", { person })}</Table.Td>
            {columns.map((column) => (
              <Table.Th key={column.id} scope="col" ta="center">
                {formatName(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Th scope="row">{formatName(row)}</Table.Th>
              {columns.map((column) => {
                const count = findCount(row.id, column.id)
                return count === undefined ? (
                  <Table.Td key={column.id} />
                ) : (
                  <Table.Td
                    key={column.id}
                    ta="center"
                    className={classes.cell ?? ""}
                    style={{ "--quality": `${Math.round((100 * count) / largestCount)}%` }}
                  >
                    {format(count)}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
