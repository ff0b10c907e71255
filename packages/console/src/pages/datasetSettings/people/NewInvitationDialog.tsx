/** Makes an invitation to a dataset, and shows its link once. */
import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { invitationEnd, invitationTerms } from "../../../ui/invitationTerms.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { SecretOnce } from "../../../ui/SecretOnce.tsx"
import { createInvitation, invitationsQuery, type Role, roles } from "./calls.ts"

interface NewInvitationDialogProps {
  readonly path: DatasetPath
  readonly onClose: () => void
}

export const NewInvitationDialog = ({ onClose, path }: NewInvitationDialogProps) => {
  const { t } = useTranslation("datasetSettings")
  const client = useQueryClient()
  const [role, setRole] = useState<Role>("labeler")
  const [days, setDays] = useState<number>(7)
  const [people, setPeople] = useState<number | string>(1)
  // Outside of every cache: it is gone with this dialog.
  const [link, setLink] = useState<string>()
  const create = useMutation({
    mutationFn: () =>
      createInvitation(path, {
        role,
        expires_at: new Date(invitationEnd(days, Date.now())).toISOString(),
        max_uses: Number(people),
      }),
    gcTime: 0,
    onSuccess: ({ url }) => {
      setLink(url)
      return client.invalidateQueries(invitationsQuery(path))
    },
  })
  if (link !== undefined) return <SecretOnce title={t("invitations.link")} secret={link} onDone={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("invitations.new")}
      closeButtonProps={{ "aria-label": t("cancel") }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{t("invitations.text")}</Text>
          <NativeSelect
            label={t("people.role")}
            data-autofocus
            value={role}
            data={roles.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
            onChange={({ currentTarget }) =>
              setRole(roles.find((one) => one === currentTarget.value) ?? "labeler")
            }
          />
          <NativeSelect
            label={t("invitations.validFor")}
            value={String(days)}
            data={invitationTerms.map((term) => ({
              value: String(term),
              label: t("invitations.days", { count: term }),
            }))}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          />
          <NumberInput
            label={t("invitations.people")}
            min={1}
            max={1000}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            value={people}
            onChange={setPeople}
          />
          {create.error === null ? null : <ProblemPanel error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" disabled={people === ""} loading={create.isPending}>
              {t("invitations.make")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
