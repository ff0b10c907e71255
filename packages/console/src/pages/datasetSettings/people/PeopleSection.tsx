/** The people who work on a dataset, and the links that invite more. */
import { Stack } from "@mantine/core"
import type { Wire } from "../../../api/client.ts"
import type { DatasetPath } from "../../../api/dataset.ts"
import { makeDatasetInvitations } from "../../../ui/invitations/calls.ts"
import { InvitationList } from "../../../ui/invitations/InvitationList.tsx"
import { CollaboratorList } from "./CollaboratorList.tsx"

interface PeopleSectionProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}

export const PeopleSection = ({ dataset, path }: PeopleSectionProps) => {
  const mayEdit = dataset.permissions.includes("edit_collaborators")
  return (
    <Stack gap="xl">
      <CollaboratorList path={path} mayEdit={mayEdit} mayMove={dataset.permissions.includes("move_roles")} />
      {mayEdit ? <InvitationList calls={makeDatasetInvitations(path)} /> : null}
    </Stack>
  )
}
