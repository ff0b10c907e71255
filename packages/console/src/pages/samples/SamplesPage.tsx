/** The samples of a dataset: a table or a grid of any length with filters in its address, and changes of many samples at once. */
import { Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { BulkBar } from "./BulkBar.tsx"
import { ColumnMenu } from "./ColumnMenu.tsx"
import { hasOneImage, useColumns, withImages } from "./columns.ts"
import { pickFilters } from "./filters.ts"
import { GridChoice } from "./GridChoice.tsx"
import { SampleFilters } from "./SampleFilters.tsx"
import { SampleGrid } from "./SampleGrid.tsx"
import { SampleTable } from "./SampleTable.tsx"
import { isFiltered, type SampleSearch } from "./search.ts"
import { useSelection } from "./selection.ts"
import { useCount } from "./useRows.ts"
import { ViewSwitch } from "./ViewSwitch.tsx"
import { isGridShown, useView } from "./view.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/samples")

export const SamplesPage = () => {
  const { t } = useTranslation("samples")
  const path = route.useParams()
  const dataset = useQuery(makeDatasetQuery(path))
  const permissions = dataset.data?.permissions ?? []
  return (
    <Page
      fills
      title={t("titleOf", { name: `${path.owner}/${path.dataset}` })}
      actions={
        <>
          {hasOneImage(dataset.data?.task_type) ? <ViewSwitch /> : null}
          <Transfers path={path} permissions={permissions} />
        </>
      }
    >
      <SampleList
        path={path}
        taskType={dataset.data?.task_type}
        knowsOverlap={dataset.data?.uses_overlap === true && permissions.includes("review")}
        mayChange={permissions.includes("prioritise")}
        mayDelete={permissions.includes("edit_samples")}
      />
    </Page>
  )
}

/** The ways to import and export. An export begins with the filters of the list. */
const Transfers = ({
  path,
  permissions,
}: {
  readonly path: DatasetPath
  readonly permissions: ReadonlyArray<string>
}) => {
  const { t } = useTranslation("samples")
  const search = route.useSearch()
  return (
    <>
      {permissions.includes("import") ? (
        <LinkButton to="/d/$owner/$dataset/import" params={path}>
          {t("import")}
        </LinkButton>
      ) : null}
      {permissions.includes("export") ? (
        <LinkButton to="/d/$owner/$dataset/exports" params={path} search={search}>
          {t("export")}
        </LinkButton>
      ) : null}
    </>
  )
}

interface SampleListProps {
  readonly path: DatasetPath
  readonly taskType: string | undefined
  readonly knowsOverlap: boolean
  readonly mayChange: boolean
  readonly mayDelete: boolean
}

const SampleList = ({ knowsOverlap, mayChange, mayDelete, path, taskType }: SampleListProps) => {
  const { i18n, t } = useTranslation("samples")
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const selection = useSelection(JSON.stringify(pickFilters(search)))
  const { shown, toggle } = useColumns(taskType)
  const { size, view } = useView()
  const isGrid = isGridShown(taskType, view)
  const options = { path, search, withImages: isGrid || withImages(shown) }
  const { count, error, refetch } = useCount(options)
  // The rows would be refused as the count is.
  const isRefused = hasStatus(error, 400, 409)
  const openSearch = (next: SampleSearch) => navigate({ search: next })
  const number = new Intl.NumberFormat(i18n.language).format(count?.count ?? 0)
  return (
    <>
      <SampleFilters
        path={path}
        search={search}
        knowsOverlap={knowsOverlap}
        knowsPeople={mayChange}
        onChange={openSearch}
      >
        <Group gap="sm" ml="auto" wrap={isGrid ? "wrap" : "nowrap"} mih={36}>
          <Text size="sm" c="dimmed" role="status">
            {count === undefined
              ? ""
              : t(count.isExact ? "matching" : "matchingAtLeast", { count: count.count, number })}
          </Text>
          {isGrid ? (
            <GridChoice search={search} onChange={openSearch} />
          ) : (
            <ColumnMenu shown={shown} hasImages={hasOneImage(taskType)} onToggle={toggle} />
          )}
        </Group>
      </SampleFilters>
      <ProblemPanel error={error} onRetry={refetch} />
      {isRefused ? null : count?.count === 0 ? (
        <Text c="dimmed">{isFiltered(search) ? t("noMatch") : t("empty")}</Text>
      ) : isGrid ? (
        <SampleGrid
          options={options}
          count={count}
          size={size}
          selection={mayChange ? selection : undefined}
          onChange={openSearch}
        />
      ) : (
        <SampleTable
          options={options}
          count={count}
          columns={shown}
          selection={mayChange ? selection : undefined}
          onChange={openSearch}
        />
      )}
      <BulkBar path={path} search={search} count={count} selection={selection} mayDelete={mayDelete} />
    </>
  )
}
