/** The changes that may concern labels, each with its choice. */
import { Table, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetName, Preview } from "../calls.ts"
import classes from "../configuration.module.css"
import { type Change, formatChangeKey } from "../model/changes.ts"
import { type Choice, type Choices, findEffect, getChoice, type Planned } from "../model/choices.ts"
import { ChangeRow } from "./ChangeRow.tsx"

interface ChangeTableProps {
  readonly name: DatasetName
  readonly changes: ReadonlyArray<Change>
  readonly choices: Choices
  readonly planned: ReadonlyArray<Planned>
  /** Undefined until it is counted. */
  readonly preview: Preview | undefined
  /** The categories of the new configuration. */
  readonly categories: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly onChoose: (key: string, choice: Choice) => void
}

export const ChangeTable = ({
  categories,
  changes,
  choices,
  name,
  onChoose,
  planned,
  preview,
}: ChangeTableProps) => {
  const { t } = useTranslation("configuration")
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("impact.none")}
      </Text>
    )
  return (
    <Table className={classes.changes}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("impact.what")}</Table.Th>
          <Table.Th ta="right">{t("impact.labels")}</Table.Th>
          <Table.Th ta="right">{t("impact.objects")}</Table.Th>
          <Table.Th>{t("impact.labelsThen")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map((change) => (
          <ChangeRow
            key={formatChangeKey(change)}
            name={name}
            change={change}
            choice={getChoice(choices, change)}
            effect={preview === undefined ? undefined : findEffect(preview, change, planned)}
            categories={categories}
            onChoose={(choice) => onChoose(formatChangeKey(change), choice)}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}
