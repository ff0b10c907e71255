/** The people who work on a dataset, and the links that invite more. */
import { Stack } from "@mantine/core"
import type { Wire } from "../../../api/client.ts"
import type { DatasetPath } from "../../../api/dataset.ts"
import { CollaboratorList } from "./CollaboratorList.tsx"
import { InvitationList } from "./InvitationList.tsx"

interface PeopleSectionProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}

export const PeopleSection = ({ dataset, path }: PeopleSectionProps) => {
  const mayEdit = dataset.permissions.includes("edit_collaborators")
  return (
    <Stack gap="xl">
      <CollaboratorList path={path} mayEdit={mayEdit} mayMove={dataset.permissions.includes("move_roles")} />
      {mayEdit ? <InvitationList path={path} /> : null}
    </Stack>
  )
}
