/** The keys that act here, printed from the table that the listener reads. */
import { Kbd, Modal, Table } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { KeyScope } from "../../model/keys/Binding.ts"
import { commandNames, commands } from "../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../model/keys/keymap.ts"
import { keyText } from "../tools/keyText.ts"

interface KeysDialogProps {
  readonly keymap: Keymap
  readonly scopes: ReadonlySet<KeyScope>
  readonly opened: boolean
  readonly onClose: () => void
}

export const KeysDialog = ({ keymap, onClose, opened, scopes }: KeysDialogProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Modal opened={opened} onClose={onClose} lockScroll={false} title={t("keys.title")} size="lg">
      <Table>
        <Table.Tbody>
          {commandNames
            .filter((name) => scopes.has(commands[name].scope))
            .map((name) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`commands.${name}`)}</Table.Td>
                <Table.Td>
                  {keysOf(keymap, name).map((key) => (
                    <Kbd key={key} mr={6}>
                      {keyText([key])}
                    </Kbd>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
