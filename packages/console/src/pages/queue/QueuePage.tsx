/** The queues of a dataset: what comes next for a person and why, the open claims, and the figures of work. */
import { NativeSelect, SegmentedControl, Stack } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { sessionQuery } from "../../api/session.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { makePeopleQuery } from "../samples/calls.ts"
import { OpenClaims } from "./OpenClaims.tsx"
import { QueueOrder } from "./QueueOrder.tsx"
import { type QueueSearch, queueSearch } from "./search.ts"
import { WorkStats } from "./WorkStats.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/queue")

export const QueuePage = () => {
  const { t } = useTranslation("queue")
  const path = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: dataset } = useSuspenseQuery(makeDatasetQuery(path))
  const queue = search.queue ?? "labeling"
  const set = (change: { readonly [Key in keyof QueueSearch]?: string }) =>
    navigate({ search: queueSearch({ ...search, ...change }) })
  const may = queue === "labeling" ? "label" : "review"
  return (
    <Page
      title={t("title")}
      actions={dataset.permissions.includes(may) ? <Start path={path} queue={queue} /> : null}
    >
      <Stack gap="xl" maw={1100}>
        <Stack gap="md">
          <Stack gap="sm" align="flex-start">
            <SegmentedControl
              aria-label={t("queue")}
              value={queue}
              data={[
                { value: "labeling", label: t("labeling") },
                { value: "reviewing", label: t("reviewing") },
              ]}
              onChange={(value) => set({ queue: value })}
            />
            {dataset.permissions.includes("list_collaborators") ? (
              <PersonSelect path={path} user={search.user} onChange={(user) => set({ user })} />
            ) : null}
          </Stack>
          <QueueOrder path={path} queue={queue} user={search.user} />
        </Stack>
        <OpenClaims path={path} mayReleaseAll={dataset.permissions.includes("view_work")} />
        <WorkStats
          path={path}
          ofAll={dataset.permissions.includes("view_work")}
          datasetZone={dataset.time_zone}
          search={search}
          onSearch={set}
        />
      </Stack>
    </Page>
  )
}

const Start = ({ path, queue }: { readonly path: DatasetPath; readonly queue: "labeling" | "reviewing" }) => {
  const { t } = useTranslation("queue")
  return (
    <LinkButton
      variant="filled"
      to={queue === "labeling" ? "/d/$owner/$dataset/label" : "/d/$owner/$dataset/review"}
      params={path}
    >
      {queue === "labeling" ? t("startLabeling") : t("startReviewing")}
    </LinkButton>
  )
}

interface PersonSelectProps {
  readonly path: DatasetPath
  readonly user: string | undefined
  readonly onChange: (user: string) => void
}

/** For people who may see the work of others. */
const PersonSelect = ({ onChange, path, user }: PersonSelectProps) => {
  const { t } = useTranslation("queue")
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data = [] } = useQuery(makePeopleQuery(path))
  const names = new Set([...data, ...(user === undefined ? [] : [user])])
  const others = [...names].filter((name) => name !== session?.user)
  if (others.length === 0) return null
  return (
    <NativeSelect
      label={t("person")}
      w={240}
      value={user ?? ""}
      data={[
        { value: "", label: t("yourself", { name: session?.user ?? "" }) },
        ...others.map((name) => ({ value: name, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
