/** The keys that act here, printed from the table that the listener reads, and the choice of other ones. */
import { Alert, Modal, NativeSelect, Table } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { KeyScope } from "../../model/keys/Binding.ts"
import { commandNames, commands } from "../../model/keys/commands.ts"
import { conflictsIn, type Keymap, type PresetName, presets } from "../../model/keys/keymap.ts"
import { keyText } from "../tools/keyText.ts"
import { KeyCell } from "./KeyCell.tsx"
import { keyStore } from "./keptKeys.ts"
import { useKeyChoice } from "./useKeymap.ts"

interface KeysDialogProps {
  readonly keymap: Keymap
  readonly scopes: ReadonlySet<KeyScope>
  readonly opened: boolean
  readonly onClose: () => void
}

// Object.keys gives up the type of the keys.
const presetNames = Object.keys(presets) as ReadonlyArray<PresetName>

export const KeysDialog = ({ keymap, onClose, opened, scopes }: KeysDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Modal
      closeButtonProps={{ "aria-label": t("keys.close") }}
      opened={opened}
      onClose={onClose}
      lockScroll={false}
      title={t("keys.title")}
      size="lg"
    >
      <Presets />
      <Conflicts keymap={keymap} />
      <Table>
        <Table.Tbody>
          {commandNames
            .filter((name) => scopes.has(commands[name].scope))
            .map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`commands.${name}`)}</Table.Td>
                <Table.Td>
                  <KeyCell name={name} keymap={keymap} />
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Modal>
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
  const conflicts = conflictsIn(keymap)
  if (conflicts.length === 0) return null
  return (
    <Alert color="orange" title={t("keys.conflicts")} role="alert" mb="sm">
      {conflicts.map(({ commands: names, key }) => (
        <div key={key}>
          {t("keys.conflict", {
            key: keyText([key]),
            commands: names.map((name) => t(`commands.${name}`)).join(", "),
          })}
        </div>
      ))}
    </Alert>
  )
}
