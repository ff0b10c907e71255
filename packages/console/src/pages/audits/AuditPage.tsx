/** One audit: its bound and how it came, the parts of the release, the samples that were drawn, and its end. */
import { Alert, Group, Stack, Switch, Text } from "@mantine/core"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeDatasetQuery } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose } from "../../ui/useDialog.tsx"
import { When } from "../../ui/When.tsx"
import { SignedStatements } from "../releases/SignedStatements.tsx"
import { AuditState } from "./AuditState.tsx"
import { type Audit, type AuditPath, finishAudit, makeAuditQuery, makeAuditsQuery } from "./calls.ts"
import { DrawsTable } from "./DrawsTable.tsx"
import { ErrorCurve } from "./ErrorCurve.tsx"
import { formatBound, formatLevel, formatShare } from "./figures.ts"
import { StrataTable } from "./StrataTable.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/releases/$release/audits/$audit")

export const AuditPage = () => {
  const { t } = useTranslation(["audits", "releases"])
  const path = route.useParams()
  const { joint = false } = route.useSearch()
  const dataset = useQuery(makeDatasetQuery(path))
  const query = useQuery({ ...makeAuditQuery(path, joint), placeholderData: keepPreviousData })
  if (hasStatus(query.error, 404)) return <NotFoundPage />
  const permissions = dataset.data?.permissions ?? []
  const audit = query.data
  return (
    <Page
      title={
        audit === undefined || audit.plan === null
          ? t("unplanned")
          : t("planTitle", { plan: audit.plan, release: path.release })
      }
      actions={
        <>
          {audit === undefined ? null : <AuditState state={audit.state} />}
          {audit?.state === "open" && permissions.includes("review") ? (
            <LinkButton
              variant="filled"
              to="/d/$owner/$dataset/releases/$release/audits/$audit/check"
              params={path}
            >
              {t(`units.${audit.unit}.check`)}
            </LinkButton>
          ) : null}
          {audit !== undefined &&
          audit.plan !== null &&
          audit.state !== "finished" &&
          permissions.includes("create_releases") ? (
            <DialogButton dialog={<Finishing path={path} audit={audit} />}>{t("finish.open")}</DialogButton>
          ) : null}
          {audit === undefined ? null : (
            <DialogButton dialog={<SignedStatements path={path} release={path.release} />}>
              {t("releases:statements.open")}
            </DialogButton>
          )}
          <LinkButton to="/d/$owner/$dataset/releases/$release/audits" params={path}>
            {t("all")}
          </LinkButton>
        </>
      }
    >
      <QueryContent query={query} height={320}>
        {(loaded) =>
          loaded.state === "preparing" ? (
            <Alert role="status" color="blue">
              {t("hints.preparing")}
            </Alert>
          ) : loaded.state === "failed" ? (
            <Failure audit={loaded} />
          ) : (
            <Stack gap="xl">
              <Statement audit={loaded} />
              <ErrorCurve audit={loaded} />
              <JointChoice joint={joint} />
              <StrataTable path={path} audit={loaded} mayReturn={permissions.includes("write_any_label")} />
              {permissions.includes("view_work") ? (
                <DrawsTable path={path} audit={loaded} mayClose={permissions.includes("write_any_label")} />
              ) : null}
            </Stack>
          )
        }
      </QueryContent>
    </Page>
  )
}

/** States why nothing was drawn. Audits that failed before reasons were stored have none. */
const Failure = ({ audit: { failure, unit } }: { readonly audit: Audit }) => {
  const { t } = useTranslation("audits")
  return (
    <Alert role="status" color="red" title={failure === null ? undefined : t("hints.notDrawn")}>
      {failure ?? t(`units.${unit}.failed`)}
    </Alert>
  )
}

/** States the bound in a sentence, and from what it comes. */
const Statement = ({ audit }: { readonly audit: Audit }) => {
  const { i18n, t } = useTranslation("audits")
  const {
    audited,
    errors,
    goal,
    level,
    not_checked: unchecked,
    population,
    revised,
    state,
    unit,
    upper,
  } = audit
  const format = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  return (
    <Stack component="section" gap="xs" aria-label={t("atMost")}>
      <Text fz="xl" fw={600} role="status">
        {t(`units.${unit}.statement`, {
          upper: formatBound(upper, population, i18n.language),
          level: formatLevel(level, i18n.language),
        })}
      </Text>
      <Text size="sm">
        {t(`units.${unit}.counts`, {
          count: population,
          ...{ audited: format(audited), population: format(population), errors: format(errors) },
        })}
        {unchecked === 0 ? null : ` ${t("notCheckedCount", { count: unchecked, number: format(unchecked) })}`}
        {revised === 0 ? null : ` ${t("revised", { count: revised, number: format(revised) })}`}
      </Text>
      <Text size="sm">
        {goal === null ? t("noGoal") : t("goalText", { goal: formatShare(goal, i18n.language) })}
        <Expectation audit={audit} />
      </Text>
      {unit === "objects" ? <Text size="sm">{t("missed")}</Text> : null}
      {state === "open" ? null : (
        <Alert>
          {state === "exhausted" || state === "failed" ? t(`units.${unit}.${state}`) : t(`hints.${state}`)}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t("begun")} <When at={audit.created_at} /> {t("by", { name: audit.created_by })}
      </Text>
    </Stack>
  )
}

/** Says how many draws the goal is expected to need yet, while the audit is open. */
const Expectation = ({ audit: { goal, remaining, state, unit } }: { readonly audit: Audit }) => {
  const { i18n, t } = useTranslation("audits")
  if (goal === null || state !== "open") return null
  if (remaining === null) return ` ${t(`units.${unit}.notExpected`)}`
  const number = new Intl.NumberFormat(i18n.language).format(remaining)
  return ` ${t(`units.${unit}.remaining`, { count: remaining, number })}`
}

/** Chooses whether each bound holds by itself, or all together. */
const JointChoice = ({ joint }: { readonly joint: boolean }) => {
  const { t } = useTranslation("audits")
  const navigate = route.useNavigate()
  return (
    <Group>
      <Switch
        label={t("joint")}
        description={t("jointHint")}
        checked={joint}
        onChange={({ currentTarget: { checked } }) =>
          navigate({ search: checked ? { joint: true } : {}, replace: true })
        }
      />
    </Group>
  )
}

interface FinishingProps {
  readonly path: AuditPath
  readonly audit: Audit
}

const Finishing = ({ audit: { plan }, path }: FinishingProps) => {
  const { t } = useTranslation("audits")
  const finish = useChange(() => finishAudit(path), { first: useClose(), stale: [makeAuditsQuery(path)] })
  return (
    <ActionDialog title={t("finish.title", { plan: plan ?? "" })} action={t("finish.action")} change={finish}>
      <Text>{t("finish.text")}</Text>
    </ActionDialog>
  )
}
