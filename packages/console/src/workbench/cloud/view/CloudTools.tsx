/** The tools at the left of the cloud, each with its key. */
import { Tooltip, UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../model/editor/Editor.ts"
import { isFixed } from "../../model/editor/EditorState.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../model/keys/keymap.ts"
import { keyText } from "../../view/tools/keyText.ts"
import classes from "../../view/tools/tools.module.css"
import { useEditor } from "../../view/useEditor.ts"
import { runShapeCommand } from "../shapes/view/runShapeCommand.ts"
import type { ShapePen } from "../shapes/view/ShapePen.ts"
import type { CloudView } from "./CloudView.ts"
import { toggleMaking } from "./making.ts"
import { useStore } from "./Store.ts"

interface CloudToolsProps {
  readonly editor: Editor
  readonly view: CloudView
  readonly keymap: Keymap
  /** What draws, where objects are shapes. */
  readonly pen: ShapePen | undefined
}

interface ToolEntry {
  readonly name: string
  readonly command: CommandName
  readonly icon: string
  readonly pressed: boolean
  readonly disabled: boolean
  readonly run: () => void
}

const shapes = [
  { type: "polygon", command: "spacePolygon", icon: "M12 3l8 6-3 10H7L4 9z" },
  { type: "polyline", command: "spacePolyline", icon: "M3 18L9 8l6 7 6-11" },
  {
    type: "point",
    command: "spacePoint",
    icon: "M12 9a3 3 0 100 6 3 3 0 000-6zM12 2v4m0 12v4M2 12h4m12 0h4",
  },
] as const

export const CloudTools = ({ editor, keymap, pen, view }: CloudToolsProps) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const { tool } = state
  const fixed = isFixed(state)
  const makes = useStore(view.making) !== undefined
  const tools: ReadonlyArray<ToolEntry> = [
    {
      name: t("tools.edit"),
      command: "deselect",
      icon: "M6 3l12 9-6 1-3 6z",
      pressed: !makes && tool === "edit",
      disabled: false,
      run: () => {
        view.making.set(undefined)
        pen?.cancel()
        editor.choose("edit")
      },
    },
    ...(pen === undefined
      ? []
      : shapes.map(({ command, icon, type }) => ({
          name: t(`tools.${type}`),
          command,
          icon,
          pressed: tool === type,
          disabled: fixed,
          run: () => void runShapeCommand(command, pen),
        }))),
    {
      name: t("commands.cuboid"),
      command: "cuboid",
      icon: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
      pressed: makes,
      disabled: fixed,
      run: () => {
        pen?.cancel()
        editor.choose("edit")
        toggleMaking(editor, view)
      },
    },
  ]
  return (
    <div className={classes.strip} role="toolbar" aria-label={t("tools.label")} aria-orientation="vertical">
      {tools.map(({ command, disabled, icon, name, pressed, run }) => (
        <Tooltip key={command} position="right" label={`${name} · ${keyText(keysOf(keymap, command), t)}`}>
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
