/** The dialog over a page whose session has ended. The same person goes on where they were; another one starts anew. */
import { Modal, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { type Credential, sessionQuery, signIn } from "../../api/session.ts"
import { sessionEnd } from "../../api/sessionEnd.ts"
import { KeyForm, ProviderLink, SignInFailure } from "./credentials.tsx"

const SignInAgain = () => {
  const { t } = useTranslation("signIn")
  const client = useQueryClient()
  const user = client.getQueryData(sessionQuery.queryKey)?.user
  const begin = useMutation({
    mutationFn: (credential: Credential) => signIn(credential),
    // The key must not stay in the memory of the page.
    gcTime: 0,
    onSuccess: async (session) => {
      // What is on the page belongs to the person before. Their drafts stay theirs.
      if (user !== undefined && session.user !== user) return location.reload()
      client.setQueryData(sessionQuery.queryKey, session)
      sessionEnd.forget()
      // What is read once for each visit stays: another version would replace the editor or the form that somebody works in.
      await client.invalidateQueries({ stale: true })
    },
  })
  return (
    <Modal
      opened
      onClose={sessionEnd.dismiss}
      title={t("again.title")}
      closeButtonProps={{ "aria-label": t("again.close") }}
    >
      <Stack>
        <Text size="sm">{user === undefined ? t("again.text") : t("again.textOf", { user })}</Text>
        <ProviderLink path={location.pathname + location.search} />
        <KeyForm pending={begin.isPending} onSubmit={(api_key) => begin.mutate({ api_key })} />
        <SignInFailure error={begin.error} withToken={false} />
      </Stack>
    </Modal>
  )
}

export default SignInAgain
