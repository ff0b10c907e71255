/** The notices over the cloud: while it loads, where it failed, and how many points are drawn. */
import { Alert, Button, Progress, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import { CloudError } from "../../clouds/formats/CloudError.ts"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { CloudState, Neighbors } from "../../clouds/worker/CloudCache.ts"
import { LoadError, type Progress as Loaded } from "../../clouds/worker/fetchBytes.ts"
import { SensorError } from "../../clouds/worker/loadClouds.ts"
import classes from "./cloud.module.css"

interface CloudNoticeProps {
  readonly state: CloudState
  readonly onRetry: () => void
  /** Whether sensors are hidden, so that no cloud may be the wish of the person. */
  readonly hides: boolean
}

export const CloudNotice = ({ hides, onRetry, state }: CloudNoticeProps) => {
  const { t } = useTranslation("workbench")
  switch (state.kind) {
    case "ready":
      return null
    case "none":
      return <Alert className={classes.notice}>{t(hides ? "cloud.hidden" : "cloud.none")}</Alert>
    case "loading":
      return <Loading progress={state.progress} />
    case "failed":
      return (
        <Alert className={classes.notice} color="orange" title={t("cloud.failed")} role="alert">
          <Text size="sm">
            <Reason error={state.error} />
          </Text>
          <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
            {t("cloud.retry")}
          </Button>
        </Alert>
      )
  }
}

const Loading = ({ progress }: { readonly progress: Loaded | undefined }) => {
  const { i18n, t } = useTranslation("workbench")
  const formatMegabytes = (bytes: number) =>
    (bytes / 1e6).toLocaleString(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const { loaded, total } = progress ?? { loaded: 0, total: undefined }
  return (
    <div className={classes.loading} role="status">
      <Text size="xs">
        {total === undefined
          ? t("cloud.loading", { loaded: formatMegabytes(loaded) })
          : t("cloud.loadingOf", { loaded: formatMegabytes(loaded), total: formatMegabytes(total) })}
      </Text>
      {total === undefined ? null : (
        <Progress size="xs" value={(100 * loaded) / total} aria-label={t("cloud.progress")} />
      )}
    </div>
  )
}

/** The texts name details; each error has the details of its text. */
const unknownDetails = {
  bytes: 0,
  expected: 0,
  fields: "",
  format: 0,
  found: 0,
  line: 0,
  name: "",
  rest: 0,
  stride: 0,
  text: "",
  type: "",
}

const Reason = ({ error }: { readonly error: unknown }) => {
  const { t } = useTranslation("workbench")
  if (error instanceof SensorError)
    return (
      <>
        {t("sensors.failed", { name: toVisibleText(error.sensor) })} <Reason error={error.cause} />
      </>
    )
  if (error instanceof CloudError)
    return t(`cloud.errors.${error.code}`, { ...unknownDetails, ...error.details })
  if (error instanceof LoadError)
    return error.status === undefined
      ? t("cloud.unreachable", { url: error.url })
      : t("cloud.status", { url: error.url, status: error.status })
  return error instanceof Error ? error.message : String(error)
}

interface CloudCountProps {
  readonly cloud: PreparedCloud
  readonly neighbors: Neighbors
}

/** Shows the counts of drawn points: the number of points of the shown frame, and how many other frames are drawn around it. */
export const CloudCount = ({ cloud, neighbors: { clouds, wanted } }: CloudCountProps) => {
  const { i18n, t } = useTranslation("workbench")
  return (
    <div className={classes.count}>
      {wanted === 0 ? null : (
        <p title={clouds.length < wanted ? t("cloud.neighbors.limit") : undefined}>
          {t("cloud.neighbors.shown", { shown: clouds.length, count: wanted })}
        </p>
      )}
      <p>{t("cloud.points", { count: cloud.count, shown: cloud.count.toLocaleString(i18n.language) })}</p>
    </div>
  )
}
