/** The keys of some scopes, the sets to choose from, and keys that have two commands: for the dialog and for the account page. */
import { Alert, Button, Group, Kbd, NativeSelect, Stack, Table, Title } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Dialog } from "../../../ui/Dialog.tsx"
import { type CommandName, commandNames, commands } from "../../commands/commands.ts"
import type { KeyScope } from "./Binding.ts"
import { findConflicts } from "./conflicts.ts"
import { readPress } from "./KeyPress.ts"
import { keyStore, useKeyChoice } from "./keptKeys.ts"
import { getKeys, type Keymap, type PresetName, presets } from "./keymap.ts"
import { formatKeyText } from "./keyText.ts"

interface KeySettingsProps {
  readonly keymap: Keymap
  /** The commands of these scopes are listed. */
  readonly scopes: ReadonlySet<KeyScope>
}

// Object.keys gives up the type of the keys.
const presetNames = Object.keys(presets) as ReadonlyArray<PresetName>

export const KeySettings = ({ keymap, scopes }: KeySettingsProps) => {
  const { t } = useTranslation("workbench")
  return (
    <>
      <Presets />
      <Conflicts keymap={keymap} />
      <Stack gap="md">
        {groups
          .filter((group) => group.scopes.some((scope) => scopes.has(scope)))
          .map((group) => (
            <section key={group.name} aria-label={t(`keys.scopes.${group.name}`)}>
              <Title order={2} size="h3">
                {t(`keys.scopes.${group.name}`)}
              </Title>
              <KeyTable keymap={keymap} scopes={group.scopes.filter((scope) => scopes.has(scope))} />
            </section>
          ))}
      </Stack>
    </>
  )
}

/** The scopes as people know them. */
const groups = [
  { name: "pages", scopes: ["everywhere", "pages"] },
  { name: "lists", scopes: ["lists"] },
  { name: "workbench", scopes: ["workbench"] },
  { name: "labels", scopes: ["labels"] },
  { name: "audit", scopes: ["audit"] },
  { name: "drawing", scopes: ["shapes", "2d", "cuboids", "spaceShapes", "3d", "stills"] },
  { name: "bitmap", scopes: ["bitmap", "painting", "points"] },
  { name: "frames", scopes: ["frames", "keyframes"] },
] as const satisfies ReadonlyArray<{ readonly name: string; readonly scopes: ReadonlyArray<KeyScope> }>

interface KeyTableProps {
  readonly keymap: Keymap
  readonly scopes: ReadonlyArray<KeyScope>
}

const KeyTable = ({ keymap, scopes }: KeyTableProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Table layout="fixed">
      <Table.Tbody>
        {commandNames
          .filter((name) => scopes.includes(commands[name].scope))
          .map((name) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`commands.${name}`)}</Table.Td>
              {/* On a phone, the longest keys need more than half. */}
              <Table.Td w="66%">
                <KeyCell name={name} keymap={keymap} />
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}

const Presets = () => {
  const { t } = useTranslation("workbench")
  const choice = useKeyChoice()
  return (
    <NativeSelect
      label={t("keys.preset")}
      description={t("keys.presetHint")}
      mb="sm"
      value={choice.preset}
      data={presetNames.map((name) => ({ value: name, label: t(`keys.presets.${name}`) }))}
      onChange={({ currentTarget }) => {
        const preset = presetNames.find((name) => name === currentTarget.value)
        if (preset !== undefined) keyStore.choose({ preset, changes: {} })
      }}
    />
  )
}

/** Keys with two commands; the first of the list would run. */
const Conflicts = ({ keymap }: { readonly keymap: Keymap }) => {
  const { t } = useTranslation("workbench")
  const conflicts = findConflicts(keymap)
  if (conflicts.length === 0) return null
  return (
    <Alert color="orange" title={t("keys.conflicts")} role="alert" mb="sm">
      {conflicts.map(({ commands: names, key }) => (
        <div key={key}>
          {t("keys.conflict", {
            key: formatKeyText([key], t),
            commands: names.map((name) => t(`commands.${name}`)).join(", "),
          })}
        </div>
      ))}
    </Alert>
  )
}

interface KeyCellProps {
  readonly name: CommandName
  readonly keymap: Keymap
}

const isModifier = (key: string): boolean => /^(Control|Shift|Alt|AltGraph|Meta)$/.test(key)

/** The keys of one command, and the field that takes another one. */
const KeyCell = ({ keymap, name }: KeyCellProps) => {
  const { t } = useTranslation("workbench")
  const [listens, setListens] = useState(false)
  return (
    <Group gap={6} wrap="nowrap">
      <Group gap={6} flex={1}>
        {getKeys(keymap, name).map((key) => (
          <Kbd key={key}>{formatKeyText([key], t, { keymap, command: name })}</Kbd>
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
          const { changes, preset } = keyStore.choice.state
          keyStore.choose({ preset, changes: { ...changes, [name]: [key] } })
        }}
      >
        {listens ? t("keys.press") : t("keys.change")}
      </Button>
    </Group>
  )
}

interface KeysDialogProps {
  readonly keymap: Keymap
  readonly scopes: ReadonlySet<KeyScope>
  readonly onClose: () => void
}

/** The keys that act here, printed from the table that the listener reads, and the choice of other ones. */
export const KeysDialog = ({ keymap, onClose, scopes }: KeysDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Dialog title={t("keys.title")} close={t("keys.close")} size="lg" onClose={onClose}>
      <KeySettings keymap={keymap} scopes={scopes} />
    </Dialog>
  )
}
