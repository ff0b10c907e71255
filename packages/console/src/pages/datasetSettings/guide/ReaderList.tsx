/** The people on the dataset, and when each has read the current version of the labeling guide. */
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../../api/client.ts"
import { type DatasetPath, makeSamplesKey } from "../../../api/dataset.ts"
import { TableSection } from "../../../ui/TableSection.tsx"
import { When } from "../../../ui/When.tsx"

interface Reader {
  readonly name: string
  readonly readAt: string | null
}

/** Those who have not read it come first. */
const readReaders = async (path: DatasetPath, signal: AbortSignal): Promise<ReadonlyArray<Reader>> => {
  const [collaborators, acknowledgements] = await Promise.all([
    readBody(api.GET("/datasets/{owner}/{dataset}/collaborators/", { params: { path }, signal })),
    readBody(api.GET("/datasets/{owner}/{dataset}/guide/acknowledgements/", { params: { path }, signal })),
  ])
  const times = new Map(acknowledgements.map((one) => [one.user, one.acknowledged_at]))
  const unread = collaborators.map(({ user }) => user.username).filter((name) => !times.has(name))
  return [
    ...unread.map((name) => ({ name, readAt: null })),
    ...[...times].map(([name, readAt]) => ({ name, readAt })),
  ]
}

interface ReaderListProps {
  readonly path: DatasetPath
  /** Another version of the dataset has other readers. */
  readonly version: string
}

export const ReaderList = ({ path, version }: ReaderListProps) => {
  const { t } = useTranslation("datasetSettings")
  const query = useQuery({
    queryKey: [...makeSamplesKey(path), "guide readers", version],
    queryFn: ({ signal }) => readReaders(path, signal),
  })
  return (
    <TableSection
      title={t("guide.readers")}
      query={query}
      rowKey={({ name }) => name}
      empty={t("guide.noReaders")}
      columns={[
        { name: t("people.person"), cell: ({ name }) => name },
        {
          name: t("guide.readAt"),
          cell: ({ readAt }) => (readAt === null ? t("guide.notRead") : <When at={readAt} />),
        },
      ]}
    />
  )
}
