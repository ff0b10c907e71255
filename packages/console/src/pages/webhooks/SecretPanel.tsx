/** The secret of an endpoint: hidden until it is asked for, and its rotation with the end of the old one. */
import { Button, Code, Group, NumberInput, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { CopyTextButton } from "../../ui/CopyField.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useRecentSignIn } from "../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../ui/useChange.ts"
import { When } from "../../ui/When.tsx"
import { type Endpoint, makeChanges, makeEndpointQuery } from "./calls.ts"
import { useSecret } from "./useSecret.ts"

interface SecretPanelProps {
  readonly owner: string | undefined
  readonly endpoint: Endpoint
}

export const SecretPanel = ({ endpoint, owner }: SecretPanelProps) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { forget, secret, show } = useSecret()
  const changes = makeChanges(api, owner)
  const recent = useRecentSignIn()
  // The answer goes to the page alone: a mutation's result would be kept.
  const revealing = useChange(async () =>
    show((await recent.run(() => changes.secret(endpoint.uuid))).secret),
  )
  const [current, ...old] = endpoint.secrets
  return (
    <Stack gap="sm">
      <Title order={2}>{t("secret.title")}</Title>
      {recent.dialog}
      <ProblemPanel error={revealing.error} />
      <Group gap="xs">
        <Code data-secret>{secret ?? "whsec_••••••••••••••••"}</Code>
        {secret === null ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={revealing.isPending}
            onClick={() => revealing.mutate()}
          >
            {t("secret.reveal")}
          </Button>
        ) : (
          <>
            <CopyTextButton size="compact-sm" value={secret} />
            <Button size="compact-sm" variant="default" onClick={forget}>
              {t("secret.hide")}
            </Button>
          </>
        )}
      </Group>
      {current === undefined ? null : (
        <Text size="sm" c="dimmed">
          {t("secret.made")} <When at={current.created_at} />
        </Text>
      )}
      {old.map(({ created_at: at, expires_at: end }) =>
        end === null ? null : (
          <Text size="sm" key={at}>
            {t("secret.oldUntil")} <When at={end} />
          </Text>
        ),
      )}
      <Rotation owner={owner} endpoint={endpoint} onDone={forget} />
    </Stack>
  )
}

const Rotation = ({ endpoint, onDone, owner }: SecretPanelProps & { readonly onDone: () => void }) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const [hours, setHours] = useState<number | string>(24)
  const recent = useRecentSignIn()
  const rotating = useChange(
    () => {
      const body = { overlap_seconds: Math.round(Number(hours) * 3600) }
      return recent.run(() => makeChanges(api, owner).rotate(endpoint.uuid, body))
    },
    { first: onDone, stale: [makeEndpointQuery(api, owner, endpoint.uuid)] },
  )
  return (
    <Stack gap="xs">
      {recent.dialog}
      <ProblemPanel error={rotating.error} />
      <Group gap="xs" align="flex-end">
        <NumberInput
          label={t("secret.overlap")}
          min={0}
          max={168}
          w={200}
          value={hours}
          onChange={setHours}
        />
        <Button variant="default" loading={rotating.isPending} onClick={() => rotating.mutate()}>
          {t("secret.rotate")}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t("secret.rotateText")}
      </Text>
    </Stack>
  )
}
