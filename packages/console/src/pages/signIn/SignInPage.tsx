/** The sign-in page: an API key, the link that one followed, or an identity provider where one is configured. */
import { Alert, Paper, Stack, Text, Title } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useRouter } from "@tanstack/react-router"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { base } from "../../api/base.ts"
import { getOneTimeToken } from "../../api/linkTokens.ts"
import { sessionQuery, signIn } from "../../api/session.ts"
import { sessionEnd } from "../../api/sessionEnd.ts"
import { KeyForm, ProviderLink, SignInFailure } from "../../ui/signIn/credentials.tsx"
import { useChange } from "../../ui/useChange.ts"
import { limitPath } from "./pathWithin.ts"
import classes from "./SignInPage.module.css"

const route = getRouteApi("/sign-in")

export const SignInPage = () => {
  const { t } = useTranslation("signIn")
  const search = route.useSearch()
  const path = limitPath(search.return, base)
  const begin = useSignIn(path)
  const { mutate } = begin
  useEffect(() => {
    document.title = `${t("title")} · Annotary`
  }, [t])
  useEffect(() => {
    const token = getOneTimeToken()
    if (token !== undefined) mutate({ token })
  }, [mutate])
  return (
    <main className={classes.page}>
      <Paper className={classes.form} withBorder p="lg">
        <Stack>
          <Title order={1}>{t("title")}</Title>
          {search.error === undefined || begin.isError ? null : (
            <Alert color="red" role="alert">
              {t(`errors.${toReason(search.error)}`)}
            </Alert>
          )}
          {begin.isPending && "token" in begin.variables ? (
            <Text role="status">{t("linkRunning")}</Text>
          ) : (
            <>
              <ProviderLink path={path} />
              <KeyForm pending={begin.isPending} onSubmit={(api_key) => mutate({ api_key })} />
              <Text size="xs" c="dimmed">
                {t("help")}
              </Text>
            </>
          )}
          <SignInFailure error={begin.error} withToken={"token" in (begin.variables ?? {})} />
        </Stack>
      </Paper>
    </main>
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
const toReason = (code: string) => reasons.find((reason) => reason === code) ?? "failed"

/** Signs in and goes where the person wanted to go. */
const useSignIn = (path: string) => {
  const client = useQueryClient()
  const router = useRouter()
  return useChange(signIn, {
    // The key must not stay in the memory of the page.
    gcTime: 0,
    last: (session) => {
      sessionEnd.forget()
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
      router.history.push(path)
    },
  })
}
