/** The command palette: datasets, pages and actions by a part of their name. */
import "@mantine/spotlight/styles.css"
import { useMantineColorScheme } from "@mantine/core"
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from "@mantine/spotlight"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams, useRouteContext } from "@tanstack/react-router"
import { useEffect, useLayoutEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import { type DatasetPath, makeDatasetQuery, toDatasetPath } from "../../api/dataset.ts"
import { userQuery } from "../../api/session.ts"
import { listAreas } from "../areas.ts"
import { datasetTabs } from "../datasetTabs.ts"

interface PaletteProps {
  readonly onClose: () => void
  /** Shows the keys. */
  readonly onKeys: () => void
}

const [store, palette] = createSpotlight()

const Palette = ({ onClose, onKeys }: PaletteProps) => {
  const { t } = useTranslation("shell")
  const groups = [
    { group: t("palette.here"), actions: useDatasetPages() },
    { group: t("palette.pages"), actions: usePages() },
    { group: t("palette.datasets"), actions: useDatasets() },
    { group: t("palette.actions"), actions: useActions(onKeys) },
  ].filter(({ actions }) => actions.length > 0) satisfies ReadonlyArray<SpotlightActionGroupData>
  useEffect(() => palette.open(), [])
  const [query, setQuery] = useState("")
  useLayoutEffect(() => selectFirst(query))
  return (
    <Spotlight
      store={store}
      attributes={{ content: { "aria-label": t("palette.title") } }}
      // The page listens to the key itself, which people may change.
      shortcut={null}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      nothingFound={t("palette.nothing")}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={30}
      // Focused as it appears: the page would take the keys that somebody types before the focus trap does so.
      searchProps={{ placeholder: t("palette.search"), "aria-label": t("palette.search"), autoFocus: true }}
      onSpotlightClose={onClose}
    />
  )
}

export default Palette

/** Spotlight selects when somebody types: where that row is gone, or comes later, Enter would do nothing. */
const selectFirst = (query: string): void => {
  const list = document.getElementById(store.getState().listId)
  if (query === "" || list === null || list.querySelector("[data-selected]") !== null) return
  list.querySelector("[data-action]")?.setAttribute("data-selected", "true")
  store.updateState((state) => (state.selected === 0 ? state : { ...state, selected: 0 }))
}

type Actions = Array<SpotlightActionData>

/** The pages of the dataset that is open. */
const useDatasetPages = (): Actions => {
  const { t } = useTranslation("shell")
  const navigate = useNavigate()
  const { dataset, owner } = useParams({ strict: false })
  const path: DatasetPath = { owner: owner ?? "", dataset: dataset ?? "" }
  const isOpen = owner !== undefined && dataset !== undefined
  const { data } = useQuery({ ...makeDatasetQuery(path), enabled: isOpen })
  if (!isOpen || data === undefined) return []
  return datasetTabs
    .filter(({ needs }) => data.permissions.includes(needs))
    .map(({ name, to }) => ({
      id: `tab ${name}`,
      label: t(`tabs.${name}`),
      description: data.full_name,
      onClick: () => navigate({ to, params: path }),
    }))
}

const usePages = (): Actions => {
  const { t } = useTranslation("shell")
  const navigate = useNavigate()
  const { session } = useRouteContext({ from: "/signed-in" })
  const { data: user } = useQuery(userQuery)
  return [
    ...listAreas(session.site_admin).map(({ name, to }) => ({
      id: `area ${name}`,
      label: t(`nav.${name}`),
      onClick: () => navigate({ to }),
    })),
    {
      id: "shortcuts",
      label: t("palette.shortcuts"),
      onClick: () => navigate({ to: "/account/shortcuts" }),
    },
    ...(user?.organizations ?? []).map(({ username }) => ({
      id: `organization ${username}`,
      label: username,
      description: t("palette.organization"),
      onClick: () => navigate({ to: "/orgs/$organization", params: { organization: username } }),
    })),
  ]
}

const namesQuery = {
  queryKey: ["datasets", "palette"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    readBody(
      api.GET("/user/datasets/", { params: { query: { include: "shared", per_page: 1000 } }, signal }),
    ),
  staleTime: 60_000,
} as const

const useDatasets = (): Actions => {
  const navigate = useNavigate()
  const { data = [] } = useQuery(namesQuery)
  return data.map((dataset) => ({
    id: `dataset ${dataset.uuid}`,
    label: dataset.full_name,
    onClick: () => navigate({ to: "/d/$owner/$dataset", params: toDatasetPath(dataset) }),
  }))
}

const schemes = ["light", "dark", "auto"] as const

const useActions = (onKeys: () => void): Actions => {
  const { t } = useTranslation("shell")
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const [, redraw] = useState(0)
  return [
    { id: "keys", label: t("palette.keys"), onClick: onKeys },
    { id: "new dataset", label: t("palette.newDataset"), onClick: () => navigate({ to: "/new-dataset" }) },
    ...schemes.map((scheme) => ({
      id: `scheme ${scheme}`,
      label: t(`palette.schemes.${scheme}`),
      onClick: () => {
        setColorScheme(scheme)
        redraw((count) => count + 1)
      },
    })),
  ]
}
