/** Makes an invitation, and shows its link once. */
import { NativeSelect, NumberInput, Text } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Role } from "../../api/roles.ts"
import { ActionDialog } from "../ActionDialog.tsx"
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
