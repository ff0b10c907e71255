/** Makes an invitation, and shows its link once. */
import { Alert, NativeSelect, NumberInput, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { readNewAccounts } from "../../api/base.ts"
import type { Role } from "../../api/roles.ts"
import { sessionQuery } from "../../api/session.ts"
import { ActionDialog } from "../ActionDialog.tsx"
import { LinkAnchor } from "../LinkButton.tsx"
import { RoleField } from "../RoleField.tsx"
import { SecretOnce } from "../SecretOnce.tsx"
import { useChange } from "../useChange.ts"
import type { InvitationCalls } from "./calls.ts"
import { computeInvitationEnd, invitationTerms } from "./terms.ts"

export const NewInvitationDialog = ({ calls }: { readonly calls: InvitationCalls }) => {
  const { t } = useTranslation("invitation")
  const [role, setRole] = useState<Role>("labeler")
  const [days, setDays] = useState<number>(7)
  const [people, setPeople] = useState<number | string>(1)
  // Outside of every cache: it is gone with this dialog.
  const [link, setLink] = useState<string>()
  const make = useChange(
    async () => {
      const expires_at = new Date(computeInvitationEnd(days, Date.now())).toISOString()
      setLink((await calls.create({ role, expires_at, max_uses: Number(people) })).url)
    },
    { stale: [calls.list] },
  )
  if (link !== undefined)
    return (
      <SecretOnce title={t("list.link")} text={t("list.send")} confirmation={t("list.sent")} secret={link} />
    )
  return (
    <ActionDialog title={t("list.new")} action={t("list.make")} disabled={people === ""} change={make}>
      <Text>{t("list.text")}</Text>
      <Receivers />
      <RoleField label={t("list.role")} data-autofocus value={role} onChange={setRole} />
      <NativeSelect
        label={t("list.validFor")}
        value={String(days)}
        data={invitationTerms.map((one) => ({ value: String(one), label: t("list.days", { count: one }) }))}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      />
      <NumberInput
        label={t("list.people")}
        description={t("list.peopleHint")}
        min={1}
        max={1000}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={people}
        onChange={setPeople}
      />
    </ActionDialog>
  )
}

/** Says before the link is sent what people without an account can do with it on this server. */
const Receivers = () => {
  const { t } = useTranslation("invitation")
  const { data: session } = useQuery(sessionQuery)
  const people = readNewAccounts()
  if (people === undefined) return null
  if (people !== "nobody")
    return (
      <Text size="sm" c="dimmed">
        {t(`list.receivers.${people}`)}
      </Text>
    )
  return (
    <Alert color="yellow">
      <Text size="sm">{t("list.receivers.nobody")}</Text>
      {session?.site_admin === true ? (
        <LinkAnchor size="sm" c="inherit" underline="always" to="/admin/users">
          {t("list.createAccount")}
        </LinkAnchor>
      ) : (
        <Text size="sm">{t("list.contactAdmin")}</Text>
      )}
    </Alert>
  )
}
