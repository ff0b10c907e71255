/** The dialog in which a person signs in again, by a key or the identity provider. */
import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouteContext } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { providerStart } from "../../api/base.ts"
import { hasStatus } from "../../api/problem.ts"
import { sessionQuery } from "../../api/session.ts"
import { useApi } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../ProblemPanel.tsx"
import { OtherPerson, signInAgain } from "./signInAgain.ts"

interface SignInAgainProps {
  readonly onSignedIn: () => void
  readonly onClose: () => void
}

export const SignInAgain = ({ onClose, onSignedIn }: SignInAgainProps) => {
  const { t } = useTranslation("ui")
  const api = useApi()
  const client = useQueryClient()
  const { session: first } = useRouteContext({ from: "/signed-in" })
  const session = client.getQueryData(sessionQuery.queryKey) ?? first
  const [key, setKey] = useState("")
  const begin = useMutation({
    mutationFn: (apiKey: string) => signInAgain(api, apiKey, session),
    // The key must not stay in the memory of the page.
    gcTime: 0,
    onSuccess: (next) => {
      client.setQueryData(sessionQuery.queryKey, next)
      onSignedIn()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    begin.mutate(key.trim())
    setKey("")
  }
  const provider = providerStart(location.pathname + location.search)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("signInAgain.title")}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{t("signInAgain.text", { user: session.user })}</Text>
          {provider === undefined ? null : (
            <Button component="a" href={provider} variant="default">
              {t("signInAgain.provider")}
            </Button>
          )}
          <PasswordInput
            label={t("signInAgain.key")}
            data-autofocus
            autoComplete="off"
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value)}
          />
          <Failure error={begin.error} user={session.user} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" disabled={key.trim() === ""} loading={begin.isPending}>
              {t("signInAgain.submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

const Failure = ({ error, user }: { readonly error: Error | null; readonly user: string }) => {
  const { t } = useTranslation("ui")
  if (error === null) return null
  const isOther = error instanceof OtherPerson
  if (!isOther && !hasStatus(error, 401)) return <ProblemPanel error={error} />
  return (
    <Alert color="red" role="alert">
      {isOther ? t("signInAgain.other", { other: error.username, user }) : t("signInAgain.wrong")}
    </Alert>
  )
}
