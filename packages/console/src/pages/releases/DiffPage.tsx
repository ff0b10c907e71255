/** Shows what changed from one release to another: counts, and the samples that differ. */
import { Alert, Badge, Button, Group, Skeleton, Table, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { diffQuery } from "./calls.ts"
import type { Differences } from "./differences.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/releases/$release/diff/$other")

export const DiffPage = () => {
  const { t } = useTranslation("releases")
  const { dataset, other, owner, release } = route.useParams()
  const { data, error, refetch } = useQuery(diffQuery({ owner, dataset }, release, other))
  if (hasStatus(error, 404)) return <NotFoundPage />
  return (
    <Page
      title={t("diff.title", { release, other })}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/d/$owner/$dataset/releases/$release/diff/$other"
                params={{ owner, dataset, release: other, other: release }}
                {...props}
              />
            )}
          >
            {t("diff.reverse")}
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/d/$owner/$dataset/releases" params={{ owner, dataset }} {...props} />
            )}
          >
            {t("diff.back")}
          </Button>
        </>
      }
    >
      {error === null ? null : <ProblemPanel error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton h={240} /> : null}
      {data === undefined ? null : <Found differences={data} />}
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
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("diff.sample")}</Table.Th>
                <Table.Th>{t("diff.kind")}</Table.Th>
                <Table.Th>{t("diff.fields")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ fields, name, op, uuid }) => (
                <Table.Tr key={uuid}>
                  <Table.Td style={{ overflowWrap: "anywhere" }} title={uuid}>
                    <Visible text={name} />
                  </Table.Td>
                  <Table.Td>
                    <Badge color={colors[op]} variant="dot" tt="none">
                      {t(`diff.op.${op}`)}
                    </Badge>
                  </Table.Td>
                  <Table.Td ff="monospace" fz="xs">
                    {fields.join(", ")}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  )
}
