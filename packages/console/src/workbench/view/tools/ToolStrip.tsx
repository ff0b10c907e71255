/** The tools at the left of the canvas, each with its key. */
import { Tooltip, UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../model/editor/Editor.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../model/keys/keymap.ts"
import type { Tool } from "../../model/tools/Gesture.ts"
import { useEditor } from "../useEditor.ts"
import { keyText } from "./keyText.ts"
import classes from "./tools.module.css"

const tools: ReadonlyArray<{ readonly tool: Tool; readonly command: CommandName; readonly icon: string }> = [
  { tool: "edit", command: "edit", icon: "M6 3l12 9-6 1-3 6z" },
  { tool: "bbox", command: "box", icon: "M4 6h16v12H4z" },
  { tool: "polygon", command: "polygon", icon: "M12 3l8 6-3 10H7L4 9z" },
  { tool: "polyline", command: "polyline", icon: "M3 18L9 8l6 7 6-11" },
  { tool: "point", command: "point", icon: "M12 9a3 3 0 100 6 3 3 0 000-6zM12 2v4m0 12v4M2 12h4m12 0h4" },
  { tool: "brush", command: "brush", icon: "M20 4L10 14M9 13l3 3c-1 4-5 4-9 4 2-1 2-7 6-7z" },
  { tool: "eraser", command: "eraser", icon: "M9 20l-5-5L14 5l6 6-9 9zM9 10l6 6M9 20h11" },
  {
    tool: "lasso",
    command: "lasso",
    icon: "M12 4c5 0 8 2 8 5s-4 5-8 5-8-2-8-5 3-5 8-5zM6 13c-2 2 0 4 2 3s0 4-2 5",
  },
  {
    tool: "rectangle",
    command: "rectangle",
    icon: "M4 5h3m3 0h4m3 0h3v3m0 3v2m0 3v3h-3m-3 0h-4m-3 0H4v-3m0-3v-2m0-3V5",
  },
  { tool: "fill", command: "fill", icon: "M9 3l10 10-7 7-8-8 8-8M4 12h14M20 15c2 3 2 5 0 5s-2-2 0-5z" },
  { tool: "area", command: "area", icon: "M12 3l8 6-3 10H7L4 9zM8 10l3 8M12 7l4 10" },
]

interface ToolStripProps {
  readonly editor: Editor
  readonly keymap: Keymap
  readonly offered: ReadonlySet<Tool>
  /** The command of the tool that selects. */
  readonly edit?: CommandName
}

export const ToolStrip = ({ edit = "edit", editor, keymap, offered }: ToolStripProps) => {
  const { t } = useTranslation("workbench")
  const { readOnly, tool: chosen } = useEditor(editor)
  return (
    <div className={classes.strip} role="toolbar" aria-label={t("tools.label")} aria-orientation="vertical">
      {tools
        .filter(({ tool }) => offered.has(tool))
        .map(({ command, icon, tool }) => (
          <Tooltip
            key={tool}
            position="right"
            label={`${t(`tools.${tool}`)} · ${keyText(keysOf(keymap, tool === "edit" ? edit : command), t)}`}
          >
            <UnstyledButton
              className={classes.tool}
              aria-label={t(`tools.${tool}`)}
              aria-pressed={chosen === tool}
              disabled={readOnly && tool !== "edit"}
              onClick={() => editor.choose(tool)}
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
