/** Shows how a receiver verifies deliveries, to copy. */
import { Group, NativeSelect, Stack, Title } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { CopyTextButton } from "../../ui/CopyField.tsx"
import { ForeignText } from "./ForeignText.tsx"
import { type SnippetName, snippets } from "./snippets.ts"

const names: ReadonlyArray<SnippetName> = ["TypeScript", "Python", "Shell"]

export const Snippets = () => {
  const { t } = useTranslation("webhooks")
  const [name, setName] = useState<SnippetName>("TypeScript")
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("verify.title")}</Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={t("verify.language")}
            value={name}
            onChange={({ currentTarget: { value } }) => setName(names.find((one) => one === value) ?? name)}
            data={[...names]}
          />
          <CopyTextButton size="compact-sm" value={snippets[name]} />
        </Group>
      </Group>
      <ForeignText label={t("verify.text")} text={snippets[name]} />
    </Stack>
  )
}
