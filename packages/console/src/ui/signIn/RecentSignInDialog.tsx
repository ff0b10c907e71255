/** The dialog before an action that needs a recent sign-in. */
import { Alert } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useRouteContext } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { sessionQuery } from "../../api/session.ts"
import { useApi } from "../../app/Surroundings.ts"
import { useChange } from "../useChange.ts"
import { SignInFailure } from "./credentials.tsx"
import { SignInDialog } from "./SignInDialog.tsx"
import { OtherPerson, signInAgain } from "./signInAgain.ts"

interface RecentSignInDialogProps {
  readonly onSignedIn: () => void
  readonly onClose: () => void
}

export const RecentSignInDialog = ({ onClose, onSignedIn }: RecentSignInDialogProps) => {
  const { t } = useTranslation("signIn")
  const api = useApi()
  const client = useQueryClient()
  const { session: first } = useRouteContext({ from: "/signed-in" })
  const session = client.getQueryData(sessionQuery.queryKey) ?? first
  const { user } = session
  const begin = useChange((key: string) => signInAgain(api, key, session), {
    // The key must not stay in the memory of the page.
    gcTime: 0,
    last: (next) => {
      client.setQueryData(sessionQuery.queryKey, next)
      onSignedIn()
    },
  })
  const { error } = begin
  return (
    <SignInDialog
      title={t("recent.title")}
      text={t("recent.text", { user })}
      close={t("recent.close")}
      pending={begin.isPending}
      onKey={(key) => begin.mutate(key)}
      onClose={onClose}
    >
      {error instanceof OtherPerson ? (
        <Alert color="red" role="alert">
          {t("recent.other", { other: error.username, user })}
        </Alert>
      ) : (
        <SignInFailure error={error} withToken={false} />
      )}
    </SignInDialog>
  )
}
