/** Checks the draws of an audit one by one: the label as the release has it, without those who made it. */
import { Alert, Button, Loader, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { api } from "../../../api/client.ts"
import { hasStatus } from "../../../api/problem.ts"
import { NotFoundPage } from "../../../app/NotFoundPage.tsx"
import { useTitle } from "../../../app/Surroundings.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import type { JsonObject } from "../../../workbench/editor/json/value.ts"
import { findDatasetFamily } from "../../../workbench/session/openEditor.ts"
import { SamplePlaceholder } from "../../../workbench/session/SamplePlaceholder.tsx"
import { readDataset } from "../../../workbench/session/work.ts"
import workbench from "../../../workbench/workbench.module.css"
import { type Audit, type AuditPath, makeAuditsQuery, makeConfigurationQuery } from "../calls.ts"
import { formatBound } from "../figures.ts"
import { CheckWorkbench } from "./CheckWorkbench.tsx"
import { type Auditing, useAuditing } from "./useAuditing.ts"

const route = getRouteApi("/whole-window/d/$owner/$dataset/releases/$release/audits/$audit/check")

export const CheckPage = () => {
  const { t } = useTranslation("audits")
  const path = route.useParams()
  const { dataset: name, owner } = path
  const dataset = useQuery({
    queryKey: ["workbench", owner, name],
    queryFn: ({ signal }) => readDataset(api, { owner, dataset: name }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const audits = useQuery({ ...makeAuditsQuery(path), staleTime: Number.POSITIVE_INFINITY })
  const audit = audits.data?.find(({ uuid }) => uuid === path.audit)
  const configuration = useQuery({
    ...makeConfigurationQuery(path),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Labels are checked by the categories and attributes of the release, whatever the dataset has now.
  const released = useMemo(
    () => withTaskAttributes(dataset.data, configuration.data),
    [dataset.data, configuration.data],
  )
  const title = t("checking.title", { plan: audit?.plan ?? "", release: path.release })
  useTitle(title)
  const error = dataset.error ?? audits.error ?? configuration.error
  const isMissing = audits.data !== undefined && audit === undefined
  if (hasStatus(error, 400, 404) || isMissing) return <NotFoundPage />
  return (
    <main className={workbench.frame}>
      <h1 className={workbench.live}>{title}</h1>
      {error !== null ? (
        <SamplePlaceholder home={<Back path={path} />}>
          <ProblemPanel
            error={error}
            onRetry={() => {
              dataset.refetch()
              audits.refetch()
              configuration.refetch()
            }}
          />
        </SamplePlaceholder>
      ) : released === undefined || audit === undefined ? (
        <SamplePlaceholder home={<Back path={path} />}>{null}</SamplePlaceholder>
      ) : (
        <Checking path={path} dataset={released} audit={audit} />
      )}
    </main>
  )
}

/** The dataset with the configuration of the release; undefined until both were read. */
const withTaskAttributes = (
  dataset: JsonObject | undefined,
  configuration: JsonObject | null | undefined,
): JsonObject | undefined =>
  dataset === undefined || configuration === undefined
    ? undefined
    : configuration === null
      ? dataset
      : { ...dataset, task_attributes: configuration }

interface CheckingProps {
  readonly path: AuditPath
  readonly dataset: JsonObject
  readonly audit: Audit
}

const Checking = ({ audit, dataset, path }: CheckingProps) => {
  const { t } = useTranslation(["audits", "workbench"])
  const auditing = useAuditing(path)
  const family = findDatasetFamily(dataset)
  const home = <Back path={path} />
  const { phase } = auditing
  if (family === undefined)
    return (
      <SamplePlaceholder home={home}>
        <Alert>{t("workbench:session.unsupported", { type: String(dataset.task_type) })}</Alert>
      </SamplePlaceholder>
    )
  switch (phase.kind) {
    case "loading":
      return (
        <SamplePlaceholder home={home}>
          <div role="status" aria-label={t("workbench:session.loading")}>
            <Loader size="sm" />
          </div>
        </SamplePlaceholder>
      )
    case "failed":
      return (
        <SamplePlaceholder home={home}>
          <ProblemPanel error={phase.error} onRetry={auditing.claim} />
        </SamplePlaceholder>
      )
    case "closed":
    case "empty":
      return (
        <SamplePlaceholder home={home}>
          <Over kind={phase.kind} audit={audit} auditing={auditing} />
        </SamplePlaceholder>
      )
    case "working":
      return (
        <CheckWorkbench
          key={`${phase.draw.work.number} ${phase.draw.isCorrection}`}
          {...{ audit, auditing, dataset, family, home, path }}
          draw={phase.draw}
        />
      )
  }
}

interface OverProps {
  readonly kind: "closed" | "empty"
  readonly audit: Audit
  readonly auditing: Auditing
}

/** Nothing is left to check: for this person, or for anybody. */
const Over = ({ audit, auditing, kind }: OverProps) => {
  const { i18n, t } = useTranslation("audits")
  const { canGoBack, claim, goBack, view } = auditing
  return (
    <Stack gap="xs" maw={440} role="status">
      <Title order={2}>{t(`checking.${kind}`)}</Title>
      {view === undefined ? null : (
        <Text>
          {t(`units.${audit.unit}.bound`, {
            upper: formatBound(view.upper, view.population, i18n.language),
            count: view.audited,
            number: new Intl.NumberFormat(i18n.language).format(view.audited),
          })}
        </Text>
      )}
      <Text c="dimmed">{t(`checking.${kind}Hint`)}</Text>
      <div>
        {kind === "empty" ? (
          <Button onClick={claim} autoFocus mr="xs">
            {t("checking.again")}
          </Button>
        ) : null}
        {canGoBack ? (
          <Button variant="default" onClick={goBack}>
            {t("checking.back")}
          </Button>
        ) : null}
      </div>
    </Stack>
  )
}

const Back = ({ path }: { readonly path: AuditPath }) => {
  const { t } = useTranslation("audits")
  return (
    <Link to="/d/$owner/$dataset/releases/$release/audits/$audit" params={path} className={workbench.home}>
      {t("checking.toAudit")}
    </Link>
  )
}
