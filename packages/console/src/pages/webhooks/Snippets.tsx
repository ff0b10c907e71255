/** Shows how a receiver verifies deliveries, to copy. */
import { Button, CopyButton, Group, NativeSelect, Stack, Title } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
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
          <CopyButton value={snippets[name]}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? t("copied") : t("copy")}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Group>
      <ForeignText label={t("verify.text")} text={snippets[name]} />
    </Stack>
  )
}
