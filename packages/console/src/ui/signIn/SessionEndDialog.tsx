/** The dialog over a page whose session has ended. The same person goes on where they were; another one starts anew. */
import { useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { sessionQuery, signIn } from "../../api/session.ts"
import { sessionEnd } from "../../api/sessionEnd.ts"
import { useChange } from "../useChange.ts"
import { SignInFailure } from "./credentials.tsx"
import { SignInDialog } from "./SignInDialog.tsx"

const SessionEndDialog = () => {
  const { t } = useTranslation("signIn")
  const client = useQueryClient()
  const user = client.getQueryData(sessionQuery.queryKey)?.user
  const begin = useChange(signIn, {
    // The key must not stay in the memory of the page.
    gcTime: 0,
    last: async (session) => {
      // What is on the page belongs to the person before. Their drafts stay theirs.
      if (user !== undefined && session.user !== user) return location.reload()
      client.setQueryData(sessionQuery.queryKey, session)
      sessionEnd.forget()
      // What is read once for each visit stays: another version would replace the editor or the form that somebody works in.
      await client.invalidateQueries({ stale: true })
    },
  })
  return (
    <SignInDialog
      title={t("again.title")}
      text={user === undefined ? t("again.text") : t("again.textOf", { user })}
      close={t("again.close")}
      pending={begin.isPending}
      onKey={(api_key) => begin.mutate({ api_key })}
      onClose={sessionEnd.dismiss}
    >
      <SignInFailure error={begin.error} withToken={false} />
    </SignInDialog>
  )
}

export default SessionEndDialog
