/** Creates a release of the present state. */
import { Button, Group, Stack, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { ChangeForm } from "../../ui/ChangeForm.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { createRelease, makeReleasesQuery } from "./calls.ts"

export const NewRelease = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("releases")
  const [name, setName] = useState("")
  const [description, setDescription] = useState("")
  const create = useChange(() => createRelease(path, { name: name.trim(), description }), {
    first: () => {
      setName("")
      setDescription("")
    },
    stale: [makeReleasesQuery(path)],
  })
  return (
    <Stack gap="xs" component="section">
      <ChangeForm change={create}>
        <Group gap="xs" align="flex-end">
          <TextInput
            required
            label={t("name")}
            placeholder="v1.0"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            label={t("description")}
            w={320}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ""} loading={create.isPending}>
            {t("create")}
          </Button>
        </Group>
      </ChangeForm>
      <ProblemPanel error={create.error} />
    </Stack>
  )
}
