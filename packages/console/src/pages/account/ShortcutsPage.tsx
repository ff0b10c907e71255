/** All keys of the console, with the sets of other tools, and other keys for single commands. */
import { Button, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import type { KeyScope } from "../../workbench/input/keys/Binding.ts"
import { KeySettings } from "../../workbench/input/keys/KeySettings.tsx"
import { keyStore, useKeyChoice } from "../../workbench/input/keys/keptKeys.ts"
import { useKeymap } from "../../workbench/input/keys/useKeymap.ts"

const allScopes: ReadonlySet<KeyScope> = new Set([
  "everywhere",
  "pages",
  "lists",
  "workbench",
  "labels",
  "audit",
  "shapes",
  "bitmap",
  "painting",
  "cuboids",
  "spaceShapes",
  "points",
  "2d",
  "3d",
  "stills",
  "frames",
  "keyframes",
])

export const ShortcutsPage = () => {
  const { t } = useTranslation("account")
  const keymap = useKeymap()
  const { changes, preset } = useKeyChoice()
  const changed = Object.keys(changes).length
  return (
    <Page
      title={t("shortcuts")}
      actions={
        <Button
          variant="default"
          disabled={changed === 0}
          onClick={() => keyStore.choose({ preset, changes: {} })}
        >
          {t("shortcutsReset")}
        </Button>
      }
    >
      <Stack maw={720} gap="xs">
        <Text c="dimmed">{t("shortcutsText")}</Text>
        <KeySettings keymap={keymap} scopes={allScopes} />
        <LinkAnchor to="/account">{t("title")}</LinkAnchor>
      </Stack>
    </Page>
  )
}
