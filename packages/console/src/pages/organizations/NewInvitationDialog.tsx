/** Makes an invitation, and shows its link once. */
import { NativeSelect, NumberInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { invitationEnd, invitationTerms } from "../../ui/invitationTerms.ts"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { changesOf, invitationsQuery, type Role, roles } from "./calls.ts"

interface NewInvitationDialogProps {
  readonly organization: string
  readonly onClose: () => void
}

export const NewInvitationDialog = ({ onClose, organization }: NewInvitationDialogProps) => {
  const { t } = useTranslation("organizations")
  const client = useQueryClient()
  const [role, setRole] = useState<Role>("labeler")
  const [days, setDays] = useState<number>(7)
  const [uses, setUses] = useState<number | string>(1)
  // Outside of every cache: it is gone with this dialog.
  const [link, setLink] = useState<string>()
  const make = useMutation({
    mutationFn: async () => {
      const expires = new Date(invitationEnd(days, Date.now())).toISOString()
      const made = await changesOf(organization).invite({
        role,
        expires_at: expires,
        max_uses: Number(uses),
      })
      setLink(made.url)
    },
    onSuccess: () => client.invalidateQueries(invitationsQuery(organization)),
  })
  if (link !== undefined)
    return <SecretOnce title={t("invitations.linkTitle")} secret={link} onDone={onClose} />
  return (
    <ActionDialog
      title={t("invitations.new")}
      action={t("invitations.make")}
      disabled={uses === ""}
      isRunning={make.isPending}
      error={make.error}
      onAct={() => make.mutate()}
      onClose={onClose}
    >
      <NativeSelect
        label={t("members.role")}
        description={t("invitations.roleHint")}
        data-autofocus
        value={role}
        data={roles.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
        onChange={({ currentTarget }) =>
          setRole(roles.find((one) => one === currentTarget.value) ?? "labeler")
        }
      />
      <NativeSelect
        label={t("invitations.expiresIn")}
        value={String(days)}
        data={invitationTerms.map((one) => ({ value: String(one), label: t("days", { count: one }) }))}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      />
      <NumberInput
        label={t("invitations.people")}
        description={t("invitations.peopleHint")}
        min={1}
        max={1000}
        allowDecimal={false}
        value={uses}
        onChange={setUses}
      />
    </ActionDialog>
  )
}
