/** Deletes a person after the name was typed, and reports what was changed. */
import { Button, Checkbox, Group, List, Radio, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { useRecentSignIn } from "../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../ui/useChange.ts"
import { useClose } from "../../ui/useDialog.tsx"
import { adminKey, type Removal, removeUser } from "./calls.ts"

const choices = ["keep", "delete", "remake"] as const

export const RemoveUserDialog = ({ username }: { readonly username: string }) => {
  const { t } = useTranslation("admin")
  const [releases, setReleases] = useState<Removal["releases"]>("keep")
  const [now, setNow] = useState(false)
  const recent = useRecentSignIn()
  const remove = useChange(() => recent.run(() => removeUser(username, { releases, now })), {
    stale: [adminKey],
  })
  if (remove.data !== undefined) return <Report report={remove.data} />
  if (recent.dialog !== null) return recent.dialog
  return (
    <ActionDialog
      title={t("removal.title")}
      action={t("removal.action")}
      isDangerous
      size="lg"
      typed={{ text: username, label: t("removal.type", { name: username }) }}
      change={remove}
    >
      <Text>{t("removal.text", { name: username })}</Text>
      <Radio.Group
        label={t("removal.releases")}
        description={t("removal.releasesHint")}
        value={releases}
        onChange={(value) => setReleases(choices.find((one) => one === value) ?? "keep")}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((one) => (
            <Radio key={one} value={one} label={t(`removal.choices.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t("removal.now")}
        description={t("removal.nowHint")}
        checked={now}
        onChange={({ currentTarget }) => setNow(currentTarget.checked)}
      />
    </ActionDialog>
  )
}

/** Shows what was changed. It does not name the person. */
const Report = ({ report }: { readonly report: Wire<"AccountRemoval"> }) => {
  const { i18n, t } = useTranslation("admin")
  const number = new Intl.NumberFormat(i18n.language)
  const close = useClose()
  const rows = report.datasets.reduce((sum, one) => sum + one.rows, report.other_rows)
  return (
    <Dialog title={t("removal.done")} close={t("removal.close")} size="lg" onClose={close}>
      <Stack>
        <Text>{t("removal.pseudonym", { name: report.username })}</Text>
        <List size="sm">
          <List.Item>
            {t("removal.rows", {
              rows: number.format(rows),
              datasets: number.format(report.datasets.length),
            })}
          </List.Item>
          <List.Item>
            {t("removal.closed", {
              keys: report.api_keys,
              memberships: report.memberships + report.collaborations,
              endpoints: report.webhook_endpoints,
            })}
          </List.Item>
          <List.Item>
            {report.events === null
              ? t("removal.eventsLater")
              : t("removal.events", { events: number.format(report.events) })}
          </List.Item>
          {report.releases.map(({ dataset, outcome, release }) => (
            <List.Item key={`${dataset} ${release}`}>
              {`${dataset} ${release}: ${t(`removal.outcomes.${outcome}`)}`}
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button onClick={close}>{t("removal.close")}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
