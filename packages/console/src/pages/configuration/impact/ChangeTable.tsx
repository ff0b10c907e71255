/** The changes that may concern labels, each with its choice. */
import { Table, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { parse } from "../../../workbench/editor/json/parse.ts"
import { isObject, toNumber, toObjects } from "../../../workbench/editor/json/value.ts"
import type { DatasetName, Preview } from "../calls.ts"
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
  /** The new configuration. */
  readonly text: string
  readonly onChoose: (key: string, choice: Choice) => void
}

export const ChangeTable = ({
  changes,
  choices,
  name,
  onChoose,
  planned,
  preview,
  text,
}: ChangeTableProps) => {
  const { t } = useTranslation("configuration")
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("impact.none")}
      </Text>
    )
  const after = parse(text)
  const categories = toObjects(isObject(after) ? after.categories : undefined).map(({ id, name: named }) => ({
    id: toNumber(id),
    name: String(named ?? ""),
  }))
  return (
    <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
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
    </Table.ScrollContainer>
  )
}
