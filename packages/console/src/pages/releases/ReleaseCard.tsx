/** One release: its progress or the reason of its failure, its file, and how to check the file. */
import { Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { CopyField } from "../../ui/CopyField.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { sizeText } from "../../ui/sizeText.ts"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import { createRelease, makeReleasesQuery, type Release, removeRelease } from "./calls.ts"
import { formatFileName } from "./fileName.ts"
import { SignedStatements } from "./SignedStatements.tsx"

const colors = { PENDING: "blue", SUCCEEDED: "teal", FAILED: "red" } as const

interface ReleaseCardProps {
  readonly path: DatasetPath
  readonly release: Release
  readonly mayAudit: boolean
  readonly mayChange: boolean
}

export const ReleaseCard = ({ mayAudit, mayChange, path, release }: ReleaseCardProps) => {
  const { t } = useTranslation("releases")
  const { status } = release
  return (
    <Paper component="article" withBorder p="md" aria-label={release.name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm">
            <Title order={2} style={{ overflowWrap: "anywhere" }}>
              {release.name}
            </Title>
            <StateBadge color={colors[status]}>{t(`state.${status}`)}</StateBadge>
            <Text size="sm" c="dimmed">
              {t("createdBy", { name: release.created_by })} <When at={release.created_at} />
            </Text>
          </Group>
          {mayChange ? (
            <DialogButton
              size="xs"
              style={{ flexShrink: 0 }}
              dialog={<Removal path={path} name={release.name} />}
            >
              {t("delete")}
            </DialogButton>
          ) : null}
        </Group>
        {release.description === "" ? null : (
          <Text size="sm">
            <Visible text={release.description} />
          </Text>
        )}
        {status === "PENDING" ? <Writing path={path} done={release.samples_done ?? 0} /> : null}
        {status === "FAILED" ? <Failure path={path} release={release} mayChange={mayChange} /> : null}
        {status === "SUCCEEDED" ? <ReleaseFile path={path} release={release} mayAudit={mayAudit} /> : null}
      </Stack>
    </Paper>
  )
}

/** Shows how far a release is. Its own count comes with its file; until then, that of the dataset is near. */
const Writing = ({ done, path }: { readonly done: number; readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("releases")
  const { data: dataset } = useQuery(makeDatasetQuery(path))
  const number = new Intl.NumberFormat(i18n.language).format(done)
  return (
    <Group gap="sm" role="status">
      <Progress
        w={240}
        value={(100 * done) / Math.max(dataset?.samples_count ?? 0, done, 1)}
        aria-label={t("progress")}
      />
      <Text size="sm">{t("written", { count: done, number })}</Text>
    </Group>
  )
}

/** The file, its digest, and the command that checks it without a server. */
const ReleaseFile = ({ mayAudit, path, release }: Omit<ReleaseCardProps, "mayChange">) => {
  const { i18n, t } = useTranslation("releases")
  const { url } = release.attributes
  const name = formatFileName(path, release.name)
  const samples = t("samples", {
    count: release.samples_count,
    number: new Intl.NumberFormat(i18n.language).format(release.samples_count),
  })
  return (
    <>
      <Group gap="sm">
        <Text size="sm">{samples}</Text>
        {url === undefined ? null : (
          <Anchor href={url} download={name} size="sm">
            {t("download", { size: sizeText(release.size_bytes ?? 0, i18n.language) })}
          </Anchor>
        )}
        <DialogButton size="xs" dialog={<SignedStatements path={path} release={release.name} />}>
          {t("statements.open")}
        </DialogButton>
        {mayAudit ? (
          <LinkButton
            size="xs"
            to="/d/$owner/$dataset/releases/$release/audits"
            params={{ ...path, release: release.name }}
          >
            {t("audits")}
          </LinkButton>
        ) : null}
      </Group>
      {release.sha256 === null ? null : (
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {`SHA-256 ${release.sha256}`}
        </Text>
      )}
      <Text size="sm">{t("verify")}</Text>
      <CopyField value={`annotary verify ${name}`} />
    </>
  )
}

/** A release that failed keeps its name: to try again, it is deleted and created anew. */
const Failure = ({ mayChange, path, release }: Omit<ReleaseCardProps, "mayAudit">) => {
  const { t } = useTranslation("releases")
  const again = useChange(
    async () => {
      await removeRelease(path, release.name)
      await createRelease(path, { name: release.name, description: release.description })
    },
    { stale: [makeReleasesQuery(path)], reloadsAfterErrors: true },
  )
  return (
    <>
      <Text size="sm" role="status">
        {release.status_info ?? t("unknownReason")}
      </Text>
      <ProblemPanel error={again.error} />
      {mayChange ? (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {t("again")}
        </Button>
      ) : null}
    </>
  )
}

const Removal = ({ name, path }: { readonly path: DatasetPath; readonly name: string }) => {
  const { t } = useTranslation("releases")
  const remove = useChange(() => removeRelease(path, name), {
    first: useClose(),
    stale: [makeReleasesQuery(path)],
  })
  return (
    <ActionDialog
      title={t("removal.title", { name })}
      action={t("delete")}
      isDangerous
      typed={{ text: name, label: t("removal.type", { name }), takesFocus: true }}
      change={remove}
    >
      <Text>{t("removal.text")}</Text>
    </ActionDialog>
  )
}
