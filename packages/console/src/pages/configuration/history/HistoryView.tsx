/** Every version of the configuration: what it changed, how it differs from the document, and a way back to it. */
import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { When } from "../../../ui/When.tsx"
import { type DatasetName, makeHistoryQuery, makeVersionQuery } from "../calls.ts"
import classes from "../configuration.module.css"
import { toReadable } from "../model/arranged.ts"
import { Difference } from "./Difference.tsx"

interface HistoryViewProps {
  readonly name: DatasetName
  /** The text of the document. */
  readonly text: string
  readonly readOnly: boolean
  readonly onRestore: (text: string) => void
}

export const HistoryView = ({ name, onRestore, readOnly, text }: HistoryViewProps) => {
  const { t } = useTranslation("configuration")
  const { data, error, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery(makeHistoryQuery(name))
  const [chosen, setChosen] = useState<number | null>(null)
  const rows = data?.pages.flat() ?? []
  const number = chosen ?? rows[0]?.config_version
  if (error !== null) return <ProblemPanel error={error} onRetry={refetch} />
  if (number === undefined) return <Skeleton h={320} />
  return (
    <div className={classes.history}>
      <nav className={classes.sections} aria-label={t("history.versions")}>
        {rows.map(({ config_version: version, created_at: at, created_by: by }) => (
          <button
            key={version}
            type="button"
            className={classes.sectionButton}
            aria-current={version === number}
            onClick={() => setChosen(version)}
          >
            <strong>{t("history.version", { version })}</strong>
            <span className={classes.hint}>
              {by ?? t("history.nobody")} {"·"} <When at={at} />
            </span>
          </button>
        ))}
        {hasNextPage ? (
          <Button size="compact-xs" variant="default" onClick={() => fetchNextPage()}>
            {t("history.more")}
          </Button>
        ) : null}
      </nav>
      <Version key={number} {...{ name, number, onRestore, readOnly, text }} />
    </div>
  )
}

const comparisons = ["previous", "document"] as const

const Version = ({
  name,
  number,
  onRestore,
  readOnly,
  text,
}: HistoryViewProps & { readonly number: number }) => {
  const { t } = useTranslation("configuration")
  const [against, setAgainst] = useState<(typeof comparisons)[number]>("previous")
  const version = useQuery(makeVersionQuery(name, number))
  const hasPrevious = number > 1
  const previous = useQuery({ ...makeVersionQuery(name, number - 1), enabled: hasPrevious })
  if (version.isError) return <ProblemPanel error={version.error} onRetry={() => version.refetch()} />
  if (version.data === undefined) return <Skeleton h={320} />
  const shown = toReadable(version.data.text)
  const isWaiting = against === "previous" && hasPrevious && previous.isPending
  // Versions from before the history began are unknown: then the whole version is new.
  const before = previous.data === undefined ? "" : toReadable(previous.data.text)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t("history.compare")}
          data={comparisons.map((value) => ({ value, label: t(`history.${value}`) }))}
          value={against}
          onChange={(value) => setAgainst(comparisons.find((one) => one === value) ?? "previous")}
        />
        {readOnly ? null : (
          <Button size="xs" variant="default" disabled={shown === text} onClick={() => onRestore(shown)}>
            {t("history.restore", { version: number })}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {t(`history.${against}Hint`)}
      </Text>
      {isWaiting ? (
        <Skeleton h={320} />
      ) : (
        <Difference
          label={t("history.difference")}
          before={against === "previous" ? before : text}
          after={shown}
        />
      )}
    </Stack>
  )
}
