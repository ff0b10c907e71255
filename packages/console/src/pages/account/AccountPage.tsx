/** The account page: who is signed in, their keys and sessions, and how the console looks. */
import { Group, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { userQuery } from "../../api/session.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { DialogButton } from "../../ui/useDialog.tsx"
import { OwnOrganizations } from "../organizations/OwnOrganizations.tsx"
import { Appearance } from "./Appearance.tsx"
import { EmailDialog } from "./EmailDialog.tsx"
import { Keys } from "./Keys.tsx"
import { SessionList } from "./SessionList.tsx"

export const AccountPage = () => {
  const { t } = useTranslation("account")
  return (
    <Page title={t("title")}>
      <Stack gap="xl" maw={960}>
        <Profile />
        <OwnOrganizations />
        <Keys />
        <SessionList />
        <Appearance />
      </Stack>
    </Page>
  )
}

const Profile = () => {
  const { t } = useTranslation("account")
  const { data, error, refetch } = useQuery(userQuery)
  if (error !== null) return <ProblemPanel error={error} onRetry={refetch} />
  return (
    <Stack component="section" gap="xs" mih={88}>
      <Title order={2}>{t("profile")}</Title>
      <Fact name={t("username")} value={data?.username} />
      <Group gap="sm">
        <Fact name={t("email")} value={data?.email ?? "–"} />
        {data === undefined ? null : (
          <DialogButton
            size="compact-xs"
            aria-label={t("emailTitle")}
            dialog={<EmailDialog email={data.email ?? ""} />}
          >
            {t("change")}
          </DialogButton>
        )}
      </Group>
      <Group gap="sm">
        <Text w={140} c="dimmed">
          {t("keyboard")}
        </Text>
        <LinkAnchor to="/account/shortcuts">{t("shortcuts")}</LinkAnchor>
      </Group>
    </Stack>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string | undefined }) => (
  <Group gap="sm" wrap="nowrap" align="baseline">
    <Text w={140} flex="none" c="dimmed">
      {name}
    </Text>
    <Text>{value}</Text>
  </Group>
)
