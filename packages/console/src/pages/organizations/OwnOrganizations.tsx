/** The organizations of the person who is signed in, for the account page, and how to make one. */
import { Anchor, Button, Table, TextInput } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { userQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { createOrganization } from "./calls.ts"

export const OwnOrganizations = () => {
  const { t } = useTranslation("organizations")
  const { data, error, refetch } = useQuery(userQuery)
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <TableSection
        title={t("own.title")}
        actions={
          <Button size="xs" variant="default" onClick={() => setMaking(true)}>
            {t("own.new")}
          </Button>
        }
        columns={[{ name: t("own.name") }, { name: t("own.created") }]}
        rows={data === undefined ? undefined : (data.organizations ?? [])}
        error={error}
        onRetry={refetch}
        empty={t("own.none")}
        minWidth={320}
      >
        {(organization) => (
          <Table.Tr key={organization.username}>
            <Table.Td>
              <Anchor
                renderRoot={(props) => (
                  <Link
                    to="/orgs/$organization"
                    params={{ organization: organization.username }}
                    preload={false}
                    {...props}
                  />
                )}
              >
                {organization.username}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <When at={organization.created_at} />
            </Table.Td>
          </Table.Tr>
        )}
      </TableSection>
      {isMaking ? <NewOrganization onClose={() => setMaking(false)} /> : null}
    </>
  )
}

const NewOrganization = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation("organizations")
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const make = useMutation({
    mutationFn: () => createOrganization(name.trim()),
    onSuccess: async ({ username: organization }) => {
      await client.invalidateQueries(userQuery)
      await navigate({ to: "/orgs/$organization/members", params: { organization } })
    },
  })
  return (
    <ActionDialog
      title={t("own.new")}
      action={t("own.make")}
      disabled={name.trim() === ""}
      isRunning={make.isPending}
      error={make.error}
      onAct={() => make.mutate()}
      onClose={onClose}
    >
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
