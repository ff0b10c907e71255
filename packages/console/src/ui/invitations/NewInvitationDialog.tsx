/** Makes an invitation, and shows its link once. */
import { NativeSelect, NumberInput, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type Role, roles, toRole } from "../../api/roles.ts"
import { ActionDialog } from "../ActionDialog.tsx"
import { SecretOnce } from "../SecretOnce.tsx"
import type { InvitationCalls } from "./calls.ts"
import { computeInvitationEnd, invitationTerms } from "./terms.ts"

interface NewInvitationDialogProps {
  readonly create: InvitationCalls["create"]
  readonly onCreated: () => Promise<void>
  readonly onClose: () => void
}

export const NewInvitationDialog = ({ create, onClose, onCreated }: NewInvitationDialogProps) => {
  const { t } = useTranslation("invitation")
  const [role, setRole] = useState<Role>("labeler")
  const [days, setDays] = useState<number>(7)
  const [people, setPeople] = useState<number | string>(1)
  // Outside of every cache: it is gone with this dialog.
  const [link, setLink] = useState<string>()
  const make = useMutation({
    mutationFn: async () => {
      const expires_at = new Date(computeInvitationEnd(days, Date.now())).toISOString()
      setLink((await create({ role, expires_at, max_uses: Number(people) })).url)
    },
    onSuccess: onCreated,
  })
  if (link !== undefined) return <SecretOnce title={t("list.link")} secret={link} onDone={onClose} />
  return (
    <ActionDialog
      title={t("list.new")}
      action={t("list.make")}
      disabled={people === ""}
      isRunning={make.isPending}
      error={make.error}
      onAct={() => make.mutate()}
      onClose={onClose}
    >
      <Text>{t("list.text")}</Text>
      <NativeSelect
        label={t("list.role")}
        data-autofocus
        value={role}
        data={roles.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
        onChange={({ currentTarget }) => setRole(toRole(currentTarget.value))}
      />
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
