/** The organizations of the person who is signed in, for the account page, and how to make one. */
import { TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { userQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton } from "../../ui/useDialog.tsx"
import { When } from "../../ui/When.tsx"
import { createOrganization } from "./calls.ts"

export const OwnOrganizations = () => {
  const { t } = useTranslation("organizations")
  const user = useQuery(userQuery)
  return (
    <TableSection
      title={t("own.title")}
      actions={
        <DialogButton size="xs" dialog={<NewOrganization />}>
          {t("own.new")}
        </DialogButton>
      }
      query={{ ...user, data: user.data === undefined ? undefined : (user.data.organizations ?? []) }}
      rowKey={({ username }) => username}
      columns={[
        {
          name: t("own.name"),
          cell: ({ username: organization }) => (
            <LinkAnchor to="/orgs/$organization" params={{ organization }} preload={false}>
              {organization}
            </LinkAnchor>
          ),
        },
        { name: t("own.created"), cell: ({ created_at }) => <When at={created_at} /> },
      ]}
      empty={t("own.none")}
      minWidth={320}
    />
  )
}

const NewOrganization = () => {
  const { t } = useTranslation("organizations")
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const make = useChange(() => createOrganization(name.trim()), {
    stale: [userQuery],
    last: ({ username: organization }) =>
      navigate({ to: "/orgs/$organization/members", params: { organization } }),
  })
  return (
    <ActionDialog title={t("own.new")} action={t("own.make")} disabled={name.trim() === ""} change={make}>
      <TextInput
        label={t("own.name")}
        description={t("own.nameHint")}
        data-autofocus
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ActionDialog>
  )
}
