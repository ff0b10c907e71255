/** Shows who labeled and reviewed how much in the last 30 days. */
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { formatDuration } from "../queue/duration.ts"
import { makePeopleWorkQuery } from "./calls.ts"
import { listPeople } from "./work.ts"

const shown = 10

export const People = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("dataset")
  return (
    <TableSection
      title={t("people.title")}
      query={useQuery({
        ...makePeopleWorkQuery(path),
        select: (statistics) => listPeople(statistics).slice(0, shown),
      })}
      rowKey={({ user }) => user}
      columns={[
        { name: t("people.person"), cell: ({ user }) => user },
        { name: t("people.labeled"), number: ({ labeled }) => labeled },
        { name: t("people.reviewed"), number: ({ reviewed }) => reviewed },
        { name: t("people.time"), right: true, cell: ({ time }) => formatDuration(time, i18n.language) },
        { name: t("people.skipped"), number: ({ skipped }) => skipped },
      ]}
      empty={t("people.none")}
      minWidth={360}
    />
  )
}
