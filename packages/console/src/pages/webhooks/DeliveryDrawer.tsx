/** One delivery: what was sent, each attempt with its answer, and what can be done about it. */
import { Button, Drawer, Group, Skeleton, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { When } from "../../ui/When.tsx"
import { AttemptCard } from "./AttemptCard.tsx"
import { type DeliveryDetails, makeChanges, makeDeliveryQuery, makeWebhooksKey } from "./calls.ts"
import { DeliveryState } from "./DeliveryState.tsx"
import { SentRequest } from "./SentRequest.tsx"

interface DeliveryDrawerProps {
  readonly owner: string | undefined
  /** Undefined: closed. */
  readonly delivery: string | undefined
  readonly onClose: () => void
}

export const DeliveryDrawer = ({ delivery, onClose, owner }: DeliveryDrawerProps) => {
  const { t } = useTranslation("webhooks")
  return (
    <Drawer.Root
      opened={delivery !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      // The lock inserts a style without the nonce of the page; and the list may scroll.
      lockScroll={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t("delivery.title")}>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Title order={2}>{t("delivery.title")}</Title>
            <Drawer.CloseButton aria-label={t("close")} />
          </Group>
          {delivery === undefined ? null : <Content key={delivery} owner={owner} delivery={delivery} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

const Content = ({ delivery, owner }: { readonly owner: string | undefined; readonly delivery: string }) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const deliveryResult = useQuery(makeDeliveryQuery(api, owner, delivery))
  if (deliveryResult.isError)
    return <ProblemPanel error={deliveryResult.error} onRetry={() => deliveryResult.refetch()} />
  if (deliveryResult.data === undefined) return <Skeleton height={320} />
  const details = deliveryResult.data
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Text ff="monospace">{details.event_type}</Text>
        <DeliveryState delivery={details} />
        <Text size="sm" c="dimmed">
          <When at={details.created_at} />
        </Text>
      </Group>
      <Actions owner={owner} details={details} />
      <Title order={2}>{t("delivery.attempts")}</Title>
      {details.attempts.length === 0 ? <Text c="dimmed">{t("delivery.noAttempts")}</Text> : null}
      {details.attempts.map((attempt) => (
        <AttemptCard key={attempt.uuid} attempt={attempt} />
      ))}
      <SentRequest owner={owner} details={details} />
    </Stack>
  )
}

const Actions = ({
  details,
  owner,
}: {
  readonly owner: string | undefined
  readonly details: DeliveryDetails
}) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const changes = makeChanges(api, owner)
  const acting = useChange((action: "cancel" | "replay" | "skip") => changes[action](details.uuid), {
    stale: [makeWebhooksKey(owner)],
  })
  const waits = details.state === "pending"
  return (
    <Stack gap="xs">
      <ProblemPanel error={acting.error} />
      <Group gap="xs">
        <Button
          disabled={details.payloadText === null}
          loading={acting.isPending && acting.variables === "replay"}
          onClick={() => acting.mutate("replay")}
        >
          {waits ? t("delivery.sendNow") : t("delivery.replay")}
        </Button>
        {waits ? (
          <Button
            variant="default"
            loading={acting.isPending && acting.variables === "skip"}
            onClick={() => acting.mutate("skip")}
          >
            {t("delivery.skip")}
          </Button>
        ) : null}
        {waits || details.state === "held" ? (
          <Button
            variant="default"
            loading={acting.isPending && acting.variables === "cancel"}
            onClick={() => acting.mutate("cancel")}
          >
            {t("delivery.cancel")}
          </Button>
        ) : null}
      </Group>
      {details.next_attempt_at === null ? null : (
        <Text size="sm" c="dimmed">
          {t("delivery.due")} <When at={details.next_attempt_at} />
        </Text>
      )}
    </Stack>
  )
}
