/** The table of datasets: what they hold, the caller's role, and the queues in which the caller may work. */
import { Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { keepAsIs, toDatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"

export const DatasetTable = ({ datasets }: { readonly datasets: ReadonlyArray<Wire<"Dataset">> }) => {
  const { t } = useTranslation(["datasets", "datasetFields"])
  return (
    <RecordTable
      label={t("title")}
      query={{ data: datasets, error: null }}
      rowKey={({ uuid }) => uuid}
      columns={[
        {
          name: t("name"),
          cell: (dataset) => (
            <LinkAnchor to="/d/$owner/$dataset" params={toDatasetPath(dataset)}>
              {dataset.full_name}
            </LinkAnchor>
          ),
        },
        { name: t("taskType"), cell: ({ task_type }) => t(`datasetFields:taskTypes.${task_type}.name`) },
        { name: t("samples"), number: ({ samples_count }) => Number(samples_count) },
        { name: t("role"), cell: ({ role }) => t(`roles.${role}`) },
        { name: t("created"), cell: ({ created_at }) => <When at={created_at} /> },
        { name: t("queues"), pinned: true, td: { h: 40 }, cell: (dataset) => <Queues dataset={dataset} /> },
      ]}
      minWidth={720}
    />
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
        <LinkAnchor
          size="sm"
          aria-label={t("labelIn", { name: fullName })}
          to="/d/$owner/$dataset/label"
          params={params}
        >
          {t("label")}
        </LinkAnchor>
      ) : null}
      {permissions.includes("review") ? (
        <LinkAnchor
          size="sm"
          aria-label={t("reviewIn", { name: fullName })}
          to="/d/$owner/$dataset/review"
          params={params}
        >
          {t("review")}
        </LinkAnchor>
      ) : null}
    </Group>
  )
}
