/** Makes an account with an invitation, where the server allows it, and shows its key once. */
import { Button, Divider, Stack, Text, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { sessionQuery, signIn } from "../../api/session.ts"
import { sessionEnd } from "../../api/sessionEnd.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { createAccount, type InvitedAccount } from "./calls.ts"
import { useArrival } from "./useArrival.ts"

export const NewAccountForm = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation("invitation")
  const [username, setUsername] = useState("")
  const [email, setEmail] = useState("")
  // Outside of every cache: it is gone with this page.
  const [made, setMade] = useState<InvitedAccount>()
  const make = useMutation({
    mutationFn: async () => setMade(await createAccount(token, { username, email })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  if (made !== undefined) return <NewKey account={made} />
  if (hasStatus(make.error, 403)) return <Text role="alert">{t("noAccounts")}</Text>
  return (
    <>
      <Divider label={t("or")} />
      <form onSubmit={submit}>
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
          {make.error === null ? null : <ProblemPanel error={make.error} />}
          <Button type="submit" variant="default" disabled={username.trim() === ""} loading={make.isPending}>
            {t("make")}
          </Button>
        </Stack>
      </form>
    </>
  )
}

/** Shows the key of the new account, and signs in with it. */
const NewKey = ({ account }: { readonly account: InvitedAccount }) => {
  const { t } = useTranslation("invitation")
  const client = useQueryClient()
  const arrive = useArrival()
  const begin = useMutation({
    mutationFn: () => signIn({ api_key: account.api_key.key }),
    gcTime: 0,
    onSuccess: (session) => {
      client.setQueryData(sessionQuery.queryKey, session)
      sessionEnd.forget()
      return arrive(account)
    },
  })
  if (begin.error !== null) return <ProblemPanel error={begin.error} onRetry={() => begin.mutate()} />
  return <SecretOnce title={t("key")} secret={account.api_key.key} onDone={() => begin.mutate()} />
}
