/** The table of datasets: what they hold, the caller's role, and the queues in which the caller may work. */
import { Anchor, Group, Table } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { keepAsIs, toDatasetPath } from "../../api/dataset.ts"
import { RecordTable } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"

export const DatasetTable = ({ datasets }: { readonly datasets: ReadonlyArray<Wire<"Dataset">> }) => {
  const { i18n, t } = useTranslation(["datasets", "datasetFields"])
  const count = new Intl.NumberFormat(i18n.language)
  return (
    <RecordTable
      label={t("title")}
      columns={[
        { name: t("name") },
        { name: t("taskType") },
        { name: t("samples"), right: true },
        { name: t("role") },
        { name: t("created") },
        { name: t("queues"), pinned: true },
      ]}
      rows={datasets}
      error={undefined}
      minWidth={720}
    >
      {(dataset) => (
        <Table.Tr key={dataset.uuid}>
          <Table.Td>
            <Anchor
              renderRoot={(props) => (
                <Link to="/d/$owner/$dataset" params={toDatasetPath(dataset)} {...props} />
              )}
            >
              {dataset.full_name}
            </Anchor>
          </Table.Td>
          <Table.Td>{t(`datasetFields:taskTypes.${dataset.task_type}.name`)}</Table.Td>
          <Table.Td ta="right">{count.format(Number(dataset.samples_count))}</Table.Td>
          <Table.Td>{t(`roles.${dataset.role}`)}</Table.Td>
          <Table.Td>
            <When at={dataset.created_at} />
          </Table.Td>
          <Table.Td h={40}>
            <Queues dataset={dataset} />
          </Table.Td>
        </Table.Tr>
      )}
    </RecordTable>
  )
}

/** Links to the sessions of the workbench that the caller may begin. */
const Queues = ({ dataset }: { readonly dataset: Wire<"Dataset"> }) => {
  const { t } = useTranslation("datasets")
  const { full_name: fullName, permissions } = keepAsIs(dataset)
  const params = toDatasetPath(dataset)
  return (
    <Group gap="sm" wrap="nowrap">
      {permissions.includes("label") ? (
        <Anchor
          size="sm"
          aria-label={t("labelIn", { name: fullName })}
          renderRoot={(props) => <Link to="/d/$owner/$dataset/label" params={params} {...props} />}
        >
          {t("label")}
        </Anchor>
      ) : null}
      {permissions.includes("review") ? (
        <Anchor
          size="sm"
          aria-label={t("reviewIn", { name: fullName })}
          renderRoot={(props) => <Link to="/d/$owner/$dataset/review" params={params} {...props} />}
        >
          {t("review")}
        </Anchor>
      ) : null}
    </Group>
  )
}
