/** Sends again what failed in a time: the number of deliveries first, then the progress. */
import { Button, Checkbox, Group, Stack, Text, TextInput, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { ChangeForm } from "../../ui/ChangeForm.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { When } from "../../ui/When.tsx"
import { makeChanges, makeRecoveriesQuery } from "./calls.ts"

interface RecoverPanelProps {
  readonly owner: string | undefined
  readonly endpoint: string
}

const dayMillis = 86_400_000

/** The value of a field for date and time, in the time zone of the browser. */
const formatLocalMinute = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

export const RecoverPanel = ({ endpoint, owner }: RecoverPanelProps) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const [since, setSince] = useState(() => formatLocalMinute(new Date(Date.now() - dayMillis)))
  const [until, setUntil] = useState("")
  const [missing, setMissing] = useState(false)
  const request = (dryRun: boolean) =>
    makeChanges(api, owner).recover(endpoint, {
      since: new Date(since).toISOString(),
      ...(until === "" ? {} : { until: new Date(until).toISOString() }),
      missing,
      dry_run: dryRun,
    })
  const counting = useChange(() => request(true))
  const recovering = useChange(() => request(false), {
    first: () => counting.reset(),
    stale: [makeRecoveriesQuery(api, owner, endpoint)],
  })
  const count = counting.data && (counting.data.found_count ?? 0) + (counting.data.missing_count ?? 0)
  /** A changed field makes the count one of something else. */
  const changeField = (change: () => void) => {
    change()
    counting.reset()
  }
  return (
    <Stack gap="sm">
      <Title order={2}>{t("recover.title")}</Title>
      <Text size="sm" c="dimmed">
        {t("recover.text")}
      </Text>
      <ChangeForm change={counting}>
        <Group gap="xs" align="flex-end">
          <TextInput
            required
            type="datetime-local"
            label={t("recover.since")}
            value={since}
            onChange={({ currentTarget: { value } }) => changeField(() => setSince(value))}
          />
          <TextInput
            type="datetime-local"
            label={t("recover.until")}
            value={until}
            onChange={({ currentTarget: { value } }) => changeField(() => setUntil(value))}
          />
          <Checkbox
            mb={8}
            label={t("recover.missing")}
            checked={missing}
            onChange={({ currentTarget: { checked } }) => changeField(() => setMissing(checked))}
          />
          <Button type="submit" variant="default" loading={counting.isPending}>
            {t("recover.count")}
          </Button>
          {count === undefined ? null : (
            <Button disabled={count === 0} loading={recovering.isPending} onClick={() => recovering.mutate()}>
              {t("recover.start", { count })}
            </Button>
          )}
        </Group>
      </ChangeForm>
      <ProblemPanel error={counting.error} />
      <ProblemPanel error={recovering.error} />
      <Progress owner={owner} endpoint={endpoint} />
    </Stack>
  )
}

const Progress = ({ endpoint, owner }: RecoverPanelProps) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { data: recoveries = [] } = useQuery(makeRecoveriesQuery(api, owner, endpoint))
  return (
    <Stack gap={4} role="status">
      {recoveries.slice(0, 5).map((recovery) => (
        <Text size="sm" key={recovery.uuid}>
          {recovery.done ? t("recover.done") : t("recover.running")}{" "}
          {t("recover.progress", { recovered: recovery.recovered_count, created: recovery.created_count })}{" "}
          {t("recover.ofEventsSince")} <When at={recovery.since} />
        </Text>
      ))}
    </Stack>
  )
}
