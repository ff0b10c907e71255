/** Shows what can be done with the selected samples. It stays below the table while some are selected. */
import { Button, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { useDialog } from "../../ui/useDialog.tsx"
import type { Count, Target } from "./calls.ts"
import { DeleteDialog } from "./DeleteDialog.tsx"
import { EditDialog } from "./EditDialog.tsx"
import { pickFilters } from "./filters.ts"
import classes from "./samples.module.css"
import type { SampleSearch } from "./search.ts"
import type { Selection } from "./selection.ts"

interface BulkBarProps {
  readonly path: DatasetPath
  readonly search: SampleSearch
  readonly count: Count | undefined
  readonly selection: Selection
  readonly mayDelete: boolean
}

export const BulkBar = ({ count, mayDelete, path, search, selection }: BulkBarProps) => {
  const { i18n, t } = useTranslation("samples")
  const total: Count = selection.isAll
    ? (count ?? { count: 0, isExact: false })
    : { count: selection.uuids.size, isExact: true }
  const number = `${new Intl.NumberFormat(i18n.language).format(total.count)}${total.isExact ? "" : "+"}`
  const target: Target = selection.isAll ? { filters: pickFilters(search) } : { uuids: [...selection.uuids] }
  const common = { path, target, count: total, number }
  const edit = useDialog(() => <EditDialog {...common} />)
  const removal = useDialog(() => <DeleteDialog {...common} onDeleted={selection.clear} />)
  if (total.count === 0 && edit.dialog === null && removal.dialog === null) return null
  return (
    <>
      <Group className={classes.bar ?? ""} gap="sm" role="region" aria-label={t("bulk.label")}>
        <Text size="sm" role="status">
          {t(selection.isAll ? "bulk.all" : "bulk.some", { count: total.count, number })}
        </Text>
        <Button size="xs" onClick={() => edit.open()}>
          {t("bulk.edit")}
        </Button>
        {mayDelete ? (
          <Button size="xs" color="red" onClick={() => removal.open()}>
            {t("bulk.delete")}
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={selection.clear}>
          {t("bulk.clear")}
        </Button>
      </Group>
      {edit.dialog}
      {removal.dialog}
    </>
  )
}
