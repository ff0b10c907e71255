/** Makes an account with an invitation, where the server allows it, and shows its key once. */
import { Button, Divider, Stack, Text, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { sessionQuery, signIn } from "../../api/session.ts"
import { sessionEnd } from "../../api/sessionEnd.ts"
import { ChangeForm } from "../../ui/ChangeForm.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { useChange } from "../../ui/useChange.ts"
import { createAccount, type InvitedAccount } from "./calls.ts"
import { useArrival } from "./useArrival.ts"

export const NewAccountForm = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation("invitation")
  const [username, setUsername] = useState("")
  const [email, setEmail] = useState("")
  // Outside of every cache: it is gone with this page.
  const [made, setMade] = useState<InvitedAccount>()
  const make = useChange(async () => setMade(await createAccount(token, { username, email })))
  if (made !== undefined) return <NewKey account={made} />
  if (hasStatus(make.error, 403)) return <Text role="alert">{t("noAccounts")}</Text>
  return (
    <>
      <Divider label={t("or")} />
      <ChangeForm change={make}>
        <Stack>
          <TextInput
            label={t("username")}
            autoComplete="username"
            value={username}
            onChange={({ currentTarget }) => setUsername(currentTarget.value)}
          />
          <TextInput
            label={t("email")}
            description={t("emailHint")}
            type="email"
            autoComplete="email"
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <ProblemPanel error={make.error} />
          <Button type="submit" variant="default" disabled={username.trim() === ""} loading={make.isPending}>
            {t("make")}
          </Button>
        </Stack>
      </ChangeForm>
    </>
  )
}

/** Shows the key of the new account, and signs in with it. */
const NewKey = ({ account }: { readonly account: InvitedAccount }) => {
  const { t } = useTranslation("invitation")
  const client = useQueryClient()
  const arrive = useArrival()
  const begin = useChange(() => signIn({ api_key: account.api_key.key }), {
    gcTime: 0,
    last: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      sessionEnd.forget()
      return arrive(account)
    },
  })
  if (begin.error !== null) return <ProblemPanel error={begin.error} onRetry={() => begin.mutate()} />
  return <SecretOnce title={t("key")} secret={account.api_key.key} onDone={() => begin.mutate()} />
}
