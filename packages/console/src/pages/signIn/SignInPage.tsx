/** The sign-in page: an API key, the link that one followed, or an identity provider where one is configured. */
import { Alert, Button, Divider, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { base, providerStart } from "../../api/base.ts"
import { oneTimeToken } from "../../api/linkTokens.ts"
import { hasStatus } from "../../api/problem.ts"
import { type Credential, sessionQuery, signIn } from "../../api/session.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { pathWithin } from "./pathWithin.ts"
import classes from "./SignInPage.module.css"

const route = getRouteApi("/sign-in")

export const SignInPage = () => {
  const { t } = useTranslation("signIn")
  const search = route.useSearch()
  const path = pathWithin(search.return, base)
  const begin = useSignIn(path)
  const { mutate } = begin
  useEffect(() => {
    document.title = `${t("title")} · Annotary`
  }, [t])
  useEffect(() => {
    const token = oneTimeToken()
    if (token !== undefined) mutate({ token })
  }, [mutate])
  return (
    <main className={classes.page}>
      <Paper className={classes.form} withBorder p="lg">
        <Stack>
          <Title order={1}>{t("title")}</Title>
          {search.error === undefined || begin.isError ? null : (
            <Alert color="red" role="alert">
              {t(`errors.${knownReason(search.error)}`)}
            </Alert>
          )}
          {begin.isPending && "token" in begin.variables ? (
            <Text role="status">{t("linkRunning")}</Text>
          ) : (
            <>
              <ProviderLink path={path} />
              <KeyForm pending={begin.isPending} onSubmit={(api_key) => mutate({ api_key })} />
            </>
          )}
          <SignInFailure error={begin.error} withToken={"token" in (begin.variables ?? {})} />
        </Stack>
      </Paper>
    </main>
  )
}

/** Absent where no provider is configured. A link, because the provider is at another address. */
const ProviderLink = ({ path }: { readonly path: string }) => {
  const { t } = useTranslation("signIn")
  const start = providerStart(path)
  if (start === undefined) return null
  return (
    <>
      <Button component="a" href={start}>
        {t("provider")}
      </Button>
      <Divider label={t("or")} />
    </>
  )
}

const reasons = [
  "unknown",
  "disabled",
  "name_missing",
  "name_taken",
  "denied",
  "failed",
  "unavailable",
] as const

/** Servers of other versions may have other reasons. */
const knownReason = (code: string) => reasons.find((reason) => reason === code) ?? "failed"

/** Signs in and goes where the person wanted to go. */
const useSignIn = (path: string) => {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationFn: (credential: Credential) => signIn(credential),
    // The key must not stay in the memory of the page.
    gcTime: 0,
    onSuccess: (session) => {
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
      router.history.push(path)
    },
  })
}

interface KeyFormProps {
  readonly pending: boolean
  readonly onSubmit: (key: string) => void
}

const KeyForm = ({ onSubmit, pending }: KeyFormProps) => {
  const { t } = useTranslation("signIn")
  const [key, setKey] = useState("")
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(key.trim())
        setKey("")
      }}
    >
      <Stack>
        <PasswordInput
          label={t("apiKey")}
          description={t("apiKeyHint")}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          autoComplete="off"
          autoFocus
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={pending} disabled={key.trim() === ""}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  )
}

const SignInFailure = ({ error, withToken }: { readonly error: unknown; readonly withToken: boolean }) => {
  const { t } = useTranslation("signIn")
  if (error === null) return null
  if (!hasStatus(error, 401)) return <ProblemPanel error={error} />
  return (
    <Alert color="red" role="alert">
      {withToken ? t("wrongToken") : t("wrongKey")}
    </Alert>
  )
}
