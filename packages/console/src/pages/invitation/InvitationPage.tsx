/** Shows what a link of an invitation opens: what it leads to, and how to accept it with or without an account. */
import { Button, Paper, Skeleton, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { base, readNewAccounts } from "../../api/base.ts"
import { getInvitationToken } from "../../api/linkTokens.ts"
import { hasStatus } from "../../api/problem.ts"
import { sessionQuery } from "../../api/session.ts"
import { useTitle } from "../../app/Surroundings.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { When } from "../../ui/When.tsx"
import classes from "../signIn/SignInPage.module.css"
import { acceptInvitation, makeInvitationQuery } from "./calls.ts"
import { NewAccountForm } from "./NewAccountForm.tsx"
import { type Place, useArrival } from "./useArrival.ts"

export const InvitationPage = () => {
  const { t } = useTranslation("invitation")
  const token = getInvitationToken()
  useTitle(t("title"))
  return (
    <main className={classes.page}>
      <Paper className={classes.form} withBorder p="lg">
        <Stack>
          <Title order={1}>{t("title")}</Title>
          {token === undefined ? <Text>{t("openAgain")}</Text> : <Invitation token={token} />}
        </Stack>
      </Paper>
    </main>
  )
}

const Invitation = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation("invitation")
  const invitation = useQuery(makeInvitationQuery(token))
  const session = useQuery(sessionQuery)
  if (hasStatus(invitation.error, 404)) return <Text role="alert">{t("unknown")}</Text>
  const error = invitation.error ?? session.error
  if (error !== null)
    return (
      <ProblemPanel error={error} onRetry={() => Promise.all([invitation.refetch(), session.refetch()])} />
    )
  if (invitation.data === undefined || session.data === undefined) return <Skeleton h={160} />
  const { created_by: by, expires_at: expires, role } = invitation.data
  return (
    <>
      <Text>
        {by === null
          ? t("invited", { place: getPlaceName(invitation.data), role: t(`roles.${role}`) })
          : t("invitedBy", { by, place: getPlaceName(invitation.data), role: t(`roles.${role}`) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t("expires")} <When at={expires} />
      </Text>
      {session.data === null ? <Visitor token={token} /> : <Accept token={token} user={session.data.user} />}
    </>
  )
}

const getPlaceName = ({ dataset, organization }: Place): string => organization ?? dataset ?? ""

const Accept = ({ token, user }: { readonly token: string; readonly user: string }) => {
  const { t } = useTranslation("invitation")
  const arrive = useArrival()
  const accept = useChange(() => acceptInvitation(token), { last: arrive })
  return (
    <>
      <ProblemPanel error={accept.error} />
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {t("accept", { user })}
      </Button>
    </>
  )
}

/** The token stays in this page, so that the way over the sign-in leads back to the invitation. */
const Visitor = ({ token }: { readonly token: string }) => {
  const { t } = useTranslation("invitation")
  const newAccounts = readNewAccounts()
  return (
    <>
      <LinkButton variant="filled" to="/sign-in" search={{ return: `${base}invitation` }}>
        {t("signIn")}
      </LinkButton>
      {newAccounts === "nobody" || newAccounts === "provider" ? (
        <Text size="sm" c="dimmed">
          {t(newAccounts === "nobody" ? "noAccounts" : "provider")}
        </Text>
      ) : (
        <NewAccountForm token={token} />
      )}
    </>
  )
}
