/** Shows how far the job is that changes the labels with the configuration. */
import { Alert, Progress, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { makeJobQuery } from "../calls.ts"

interface JobProgressProps {
  readonly job: string
  readonly onSucceeded: () => void
}

export const JobProgress = ({ job, onSucceeded }: JobProgressProps) => {
  const { t } = useTranslation("configuration")
  const { data, error, refetch } = useQuery(makeJobQuery(job))
  const succeeded = useRef(onSucceeded)
  succeeded.current = onSucceeded
  useEffect(() => {
    if (data?.status === "SUCCEEDED") succeeded.current()
  }, [data?.status])
  if (error !== null) return <ProblemPanel error={error} onRetry={refetch} />
  if (data?.status === "FAILED")
    return (
      <Alert color="red" role="alert" title={t("impact.failed")}>
        {data.error}
      </Alert>
    )
  const [done, total] = [Number(data?.done ?? 0), Number(data?.total ?? 0)]
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{t("impact.running", { done, total })}</Text>
      <Progress aria-label={t("impact.progress")} value={total === 0 ? 0 : (100 * done) / total} />
    </Stack>
  )
}
