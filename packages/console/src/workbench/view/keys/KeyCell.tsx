/** The keys of one command, and the field that takes another one. */
import { Button, Group, Kbd } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { CommandName } from "../../model/keys/commands.ts"
import { readPress } from "../../model/keys/KeyPress.ts"
import { getKeys, type Keymap } from "../../model/keys/keymap.ts"
import { formatKeyText } from "../tools/keyText.ts"
import { keyStore } from "./keptKeys.ts"

interface KeyCellProps {
  readonly name: CommandName
  readonly keymap: Keymap
}

const isModifier = (key: string): boolean => /^(Control|Shift|Alt|AltGraph|Meta)$/.test(key)

export const KeyCell = ({ keymap, name }: KeyCellProps) => {
  const { t } = useTranslation("workbench")
  const [listens, setListens] = useState(false)
  return (
    <Group gap={6} wrap="nowrap">
      <Group gap={6} flex={1}>
        {getKeys(keymap, name).map((key) => (
          <Kbd key={key}>{formatKeyText([key], t)}</Kbd>
        ))}
      </Group>
      <Button
        flex="none"
        size="compact-xs"
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={t("keys.changeOf", { command: t(`commands.${name}`) })}
        aria-pressed={listens}
        onClick={() => setListens(true)}
        onBlur={() => setListens(false)}
        onKeyDown={(event) => {
          // Tab leaves the button as always, and Escape the dialog.
          if (!listens || isModifier(event.key) || event.key === "Tab") return
          event.preventDefault()
          event.stopPropagation()
          setListens(false)
          if (event.key === "Escape") return
          const key = readPress(event.nativeEvent).names.at(-1)
          if (key === undefined) return
          const { changes, preset } = keyStore.current()
          keyStore.choose({ preset, changes: { ...changes, [name]: [key] } })
        }}
      >
        {listens ? t("keys.press") : t("keys.change")}
      </Button>
    </Group>
  )
}
