/** The tools at the left of the cloud, each with its key. */
import { Tooltip, UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../model/editor/Editor.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../model/keys/keymap.ts"
import { keyText } from "../../view/tools/keyText.ts"
import classes from "../../view/tools/tools.module.css"
import { useEditor } from "../../view/useEditor.ts"
import type { CloudView } from "./CloudView.ts"
import { toggleMaking } from "./making.ts"
import { useStore } from "./Store.ts"

interface CloudToolsProps {
  readonly editor: Editor
  readonly view: CloudView
  readonly keymap: Keymap
}

interface ToolEntry {
  readonly name: string
  readonly command: CommandName
  readonly icon: string
  readonly pressed: boolean
  readonly disabled: boolean
  readonly run: () => void
}

export const CloudTools = ({ editor, keymap, view }: CloudToolsProps) => {
  const { t } = useTranslation("workbench")
  const { readOnly } = useEditor(editor)
  const makes = useStore(view.making) !== undefined
  const tools: ReadonlyArray<ToolEntry> = [
    {
      name: t("tools.edit"),
      command: "deselect",
      icon: "M6 3l12 9-6 1-3 6z",
      pressed: !makes,
      disabled: false,
      run: () => view.making.set(undefined),
    },
    {
      name: t("commands.cuboid"),
      command: "cuboid",
      icon: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
      pressed: makes,
      disabled: readOnly,
      run: () => toggleMaking(editor, view),
    },
  ]
  return (
    <div className={classes.strip} role="toolbar" aria-label={t("tools.label")} aria-orientation="vertical">
      {tools.map(({ command, disabled, icon, name, pressed, run }) => (
        <Tooltip key={command} position="right" label={`${name} · ${keyText(keysOf(keymap, command))}`}>
          <UnstyledButton
            className={classes.tool}
            aria-label={name}
            aria-pressed={pressed}
            disabled={disabled}
            onClick={run}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={icon} />
            </svg>
          </UnstyledButton>
        </Tooltip>
      ))}
    </div>
  )
}
