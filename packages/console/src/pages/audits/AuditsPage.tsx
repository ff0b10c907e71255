/** The audits of a release: what they state, and the way to each of them. */
import { Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeDatasetQuery } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { LinkAnchor, LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { DialogButton } from "../../ui/useDialog.tsx"
import { When } from "../../ui/When.tsx"
import { AuditState } from "./AuditState.tsx"
import { makeAuditsQuery } from "./calls.ts"
import { formatBound, formatShare } from "./figures.ts"
import { NewAudit } from "./NewAudit.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/releases/$release/audits")

export const AuditsPage = () => {
  const { i18n, t } = useTranslation("audits")
  const path = route.useParams()
  const dataset = useQuery(makeDatasetQuery(path))
  const query = useQuery(makeAuditsQuery(path))
  if (hasStatus(query.error, 404)) return <NotFoundPage />
  const mayCreate = dataset.data?.permissions.includes("create_releases") === true
  return (
    <Page
      title={t("title", { name: path.release })}
      actions={
        <>
          {mayCreate ? (
            <DialogButton variant="filled" dialog={<NewAudit path={path} />}>
              {t("new.open")}
            </DialogButton>
          ) : null}
          <LinkButton to="/d/$owner/$dataset/releases" params={path}>
            {t("back")}
          </LinkButton>
        </>
      }
    >
      <Stack gap="md">
        <Text c="dimmed" maw={720}>
          {t("intro")}
        </Text>
        <RecordTable
          label={t("title", { name: path.release })}
          query={query}
          rowKey={({ uuid }) => uuid}
          empty={t("none")}
          columns={[
            {
              name: t("plan"),
              cell: ({ plan, uuid }) => (
                <LinkAnchor
                  to="/d/$owner/$dataset/releases/$release/audits/$audit"
                  params={{ ...path, audit: uuid }}
                >
                  {plan === null ? t("unplanned") : t("planNumber", { plan })}
                </LinkAnchor>
              ),
            },
            { name: t("stateHeading"), cell: ({ state }) => <AuditState state={state} /> },
            {
              name: t("atMost"),
              right: true,
              cell: ({ plan, population, upper }) =>
                plan === null ? "–" : formatBound(upper, population, i18n.language),
            },
            { name: t("curve.goal"), right: true, cell: ({ goal }) => formatGoal(goal, i18n.language) },
            { name: t("audited"), number: ({ audited }) => audited },
            { name: t("errors"), number: ({ errors }) => errors },
            { name: t("labelset"), cell: ({ labelset }) => labelset },
            { name: t("unit"), cell: ({ unit }) => t(`units.${unit}.name`) },
            { name: t("begun"), cell: ({ created_at: at }) => <When at={at} /> },
          ]}
          minWidth={720}
        />
      </Stack>
    </Page>
  )
}

const formatGoal = (goal: number | null, language: string): string =>
  goal === null ? "–" : formatShare(goal, language)
