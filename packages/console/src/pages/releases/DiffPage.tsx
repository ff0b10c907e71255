/** Shows what changed from one release to another: counts, and the samples that differ. */
import { Alert, Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { diffQuery } from "./calls.ts"
import type { Differences } from "./differences.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/releases/$release/diff/$other")

export const DiffPage = () => {
  const { t } = useTranslation("releases")
  const { dataset, other, owner, release } = route.useParams()
  const query = useQuery(diffQuery({ owner, dataset }, release, other))
  if (hasStatus(query.error, 404)) return <NotFoundPage />
  return (
    <Page
      title={t("diff.title", { release, other })}
      actions={
        <>
          <LinkButton
            to="/d/$owner/$dataset/releases/$release/diff/$other"
            params={{ owner, dataset, release: other, other: release }}
          >
            {t("diff.reverse")}
          </LinkButton>
          <LinkButton to="/d/$owner/$dataset/releases" params={{ owner, dataset }}>
            {t("diff.back")}
          </LinkButton>
        </>
      }
    >
      <QueryContent query={query} height={240}>
        {(differences) => <Found differences={differences} />}
      </QueryContent>
    </Page>
  )
}

const kinds = ["added", "removed", "changed"] as const
const colors = { added: "teal", removed: "red", changed: "yellow" } as const

const Found = ({ differences: { counts, shown } }: { readonly differences: Differences }) => {
  const { i18n, t } = useTranslation("releases")
  const format = new Intl.NumberFormat(i18n.language)
  const total = counts.added + counts.removed + counts.changed
  return (
    <>
      <Group gap="md" role="status">
        {kinds.map((kind) => (
          <Text key={kind} size="sm">
            {t(`diff.${kind}`, { count: counts[kind], number: format.format(counts[kind]) })}
          </Text>
        ))}
      </Group>
      {total > shown.length ? (
        <Alert>{t("diff.first", { count: shown.length, number: format.format(shown.length) })}</Alert>
      ) : null}
      {total === 0 ? (
        <Text c="dimmed">{t("diff.none")}</Text>
      ) : (
        <RecordTable
          label={t("diff.sample")}
          query={{ data: shown, error: null }}
          rowKey={({ uuid }) => uuid}
          columns={[
            {
              name: t("diff.sample"),
              td: { style: { overflowWrap: "anywhere" } },
              cell: ({ name, uuid }) => (
                <span title={uuid}>
                  <Visible text={name} />
                </span>
              ),
            },
            {
              name: t("diff.kind"),
              cell: ({ op }) => <StateBadge color={colors[op]}>{t(`diff.op.${op}`)}</StateBadge>,
            },
            {
              name: t("diff.fields"),
              td: { ff: "monospace", fz: "xs" },
              cell: ({ fields }) => fields.join(", "),
            },
          ]}
          minWidth={560}
        />
      )}
    </>
  )
}
