/** The danger zone changes the fate of a dataset: its archive, another owner, and its deletion. */
import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { DialogButton } from "../../../ui/useDialog.tsx"
import { ArchiveDialog } from "./ArchiveDialog.tsx"
import { DeleteDialog } from "./DeleteDialog.tsx"
import type { DangerProps } from "./dangerProps.ts"
import { TransferDialog } from "./TransferDialog.tsx"

export const DangerZone = (props: DangerProps) => {
  const { t } = useTranslation("datasetSettings")
  const { archived, permissions } = props.dataset
  const archive = archived ? "unarchive" : "archive"
  return (
    <Stack gap="md">
      <Act title={t(`${archive}.title`)} text={t(`${archive}.text`)}>
        <DialogButton dialog={<ArchiveDialog {...props} />}>{t(`${archive}.action`)}</DialogButton>
      </Act>
      {permissions.includes("transfer") && !archived ? (
        <Act title={t("transfer.title")} text={t("transfer.text")}>
          <DialogButton dialog={<TransferDialog {...props} />}>{t("transfer.action")}</DialogButton>
        </Act>
      ) : null}
      {permissions.includes("delete_dataset") ? (
        <Act title={t("delete.title")} text={t("delete.text")}>
          <DialogButton variant="filled" color="red" dialog={<DeleteDialog {...props} />}>
            {t("delete.action")}
          </DialogButton>
        </Act>
      ) : null}
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
