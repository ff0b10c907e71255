/** The danger zone changes the fate of a dataset: its archive, another owner, and its deletion. */
import { Box, Button, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { ArchiveDialog } from "./ArchiveDialog.tsx"
import { DeleteDialog } from "./DeleteDialog.tsx"
import type { DangerZoneProps } from "./dangerProps.ts"
import { TransferDialog } from "./TransferDialog.tsx"

const dialogs = { archive: ArchiveDialog, transfer: TransferDialog, delete: DeleteDialog } as const

export const DangerZone = ({ dataset, path }: DangerZoneProps) => {
  const { t } = useTranslation("datasetSettings")
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const Dialog = open === undefined ? undefined : dialogs[open]
  const { archived, permissions } = dataset
  const archive = archived ? "unarchive" : "archive"
  return (
    <Stack gap="md">
      <Act title={t(`${archive}.title`)} text={t(`${archive}.text`)}>
        <Button variant="default" onClick={() => setOpen("archive")}>
          {t(`${archive}.action`)}
        </Button>
      </Act>
      {permissions.includes("transfer") && !archived ? (
        <Act title={t("transfer.title")} text={t("transfer.text")}>
          <Button variant="default" onClick={() => setOpen("transfer")}>
            {t("transfer.action")}
          </Button>
        </Act>
      ) : null}
      {permissions.includes("delete_dataset") ? (
        <Act title={t("delete.title")} text={t("delete.text")}>
          <Button color="red" onClick={() => setOpen("delete")}>
            {t("delete.action")}
          </Button>
        </Act>
      ) : null}
      {Dialog === undefined ? null : (
        <Dialog path={path} dataset={dataset} onClose={() => setOpen(undefined)} />
      )}
    </Stack>
  )
}

interface ActProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

const Act = ({ children, text, title }: ActProps) => (
  <Paper component="section" withBorder p="md">
    <Group justify="space-between" gap="md" wrap="nowrap" align="center">
      <Stack gap={2}>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </Stack>
      <Box flex="none">{children}</Box>
    </Group>
  </Paper>
)
