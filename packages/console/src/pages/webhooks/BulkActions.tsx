/** Replays or cancels all deliveries of an endpoint that fit the filters, after a count. */
import { Button, Group, Skeleton, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { useChange } from "../../ui/useChange.ts"
import { makeBulkCountQuery, makeChanges, makeWebhooksKey } from "./calls.ts"
import { type DeliverySearch, isFiltered } from "./search.ts"

const actions = ["replay", "cancel"] as const
export type BulkAction = (typeof actions)[number]

interface BulkActionsProps {
  readonly endpoint: string
  readonly search: DeliverySearch
}

export const BulkActions = ({ endpoint, search }: BulkActionsProps) => {
  const { t } = useTranslation("webhooks")
  const [action, setAction] = useState<BulkAction>()
  const [done, setDone] = useState<{ readonly action: BulkAction; readonly count: number }>()
  return (
    <Group gap="xs" mih={36}>
      {actions.map((one) => (
        <Button key={one} variant="default" size="xs" onClick={() => setAction(one)}>
          {t(`bulk.${one}`)}
        </Button>
      ))}
      <Text size="sm" role="status">
        {done === undefined ? "" : t(`bulk.done.${done.action}`, { count: done.count })}
      </Text>
      {action === undefined ? null : (
        <BulkDialog
          endpoint={endpoint}
          search={search}
          action={action}
          onClose={() => setAction(undefined)}
          onDone={(count) => {
            setDone({ action, count })
            // The dialog of the other action may have been opened since.
            setAction((present) => (present === action ? undefined : present))
          }}
        />
      )}
    </Group>
  )
}

interface BulkDialogProps extends BulkActionsProps {
  readonly action: BulkAction
  readonly onClose: () => void
  readonly onDone: (count: number) => void
}

const BulkDialog = ({ action, endpoint, onClose, onDone, search }: BulkDialogProps) => {
  const { i18n, t } = useTranslation("webhooks")
  const api = useApi()
  const number = new Intl.NumberFormat(i18n.language)
  const bulkCount = useQuery(makeBulkCountQuery(api, endpoint, search, action))
  const [changed, setChanged] = useState(0)
  const isOpen = useIsMounted()
  /** The deliveries that are done: another try after a failure must not replay the parts before. */
  const progress = useRef<{ readonly sum: number; readonly cursor: string | undefined }>({
    sum: 0,
    cursor: undefined,
  })
  const acting = useChange(
    async () => {
      // One call changes a part. A closed dialog ends the rest.
      do {
        const { cursor, sum } = progress.current
        const part = await makeChanges(api, search.owner).bulk(endpoint, search, { action, cursor })
        progress.current = { sum: sum + part.changed_count, cursor: part.next ?? undefined }
        setChanged(progress.current.sum)
      } while (progress.current.cursor !== undefined && isOpen.current)
      return progress.current.sum
    },
    {
      first: onDone,
      stale: [[...makeWebhooksKey(search.owner), "deliveries"]],
      reloadsAfterErrors: true,
    },
  )
  const count = bulkCount.data?.matched_count
  const more = bulkCount.data?.next != null
  return (
    <ActionDialog
      title={t(`bulk.title.${action}`)}
      action={t(`bulk.act.${action}`)}
      isDangerous={action === "cancel"}
      disabled={count === undefined || (count === 0 && !more)}
      isRunning={acting.isPending}
      error={acting.error ?? bulkCount.error}
      onAct={() => acting.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t(`bulk.text.${action}`)}</Text>
      <Text size="sm" c="dimmed">
        {isFiltered(search) ? t("bulk.filtered") : t("bulk.unfiltered")}
      </Text>
      {count === undefined ? (
        bulkCount.isError ? null : (
          <Skeleton h={22} w={160} />
        )
      ) : (
        <Text role="status">
          {acting.isPending
            ? t("bulk.progress", { number: number.format(changed) })
            : t(more ? "bulk.atLeast" : "bulk.count", { count, number: number.format(count) })}
        </Text>
      )}
    </ActionDialog>
  )
}

const useIsMounted = () => {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
