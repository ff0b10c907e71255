/** The tools at the left of a stage, each with its key. */
import { Tooltip, UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../commands/CommandContext.ts"
import type { CommandName } from "../commands/commands.ts"
import type { Editor } from "../editor/Editor.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"
import { hasTools, type Picture } from "../stages/image/Picture.ts"
import { useWork } from "../Work.ts"
import { select } from "./select/stepEdit.ts"
import classes from "./tools.module.css"
import type { Tool } from "./tools.ts"
import { tools } from "./tools.ts"
import { type StageKind, ViewTools } from "./ViewTools.tsx"

/** A button that runs a command. */
export interface StripTool {
  readonly command: CommandName
  readonly icon: string
  /** Another command whose name, or whose key, the button shows. */
  readonly label?: CommandName
  readonly key?: CommandName
  readonly pressed: boolean
  readonly disabled?: boolean
}

interface ToolStripProps {
  readonly tools: ReadonlyArray<StripTool>
  readonly kind: StageKind
}

/** A narrow window is too small to draw: it names the tools that it lacks, and what can be done in it. */
export const ToolStrip = ({ kind, tools }: ToolStripProps) => {
  const { i18n, t } = useTranslation("workbench")
  const run = useRunCommand()
  const hint = useKeyHint()
  const drawing = tools.filter(({ command, label = command }) => label !== "edit")
  const names = drawing.map(({ command, label = command }) => t(`commands.${label}`))
  const { readOnly } = useEditor(useWork().editor)
  return (
    <>
      <p className={classes.narrow}>
        {readOnly
          ? t("narrowReadOnly")
          : t("narrow", { tools: new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(names) })}
      </p>
      <div className={classes.strip} role="toolbar" aria-label={t("tools")} aria-orientation="vertical">
        {tools.map(({ command, disabled, icon, key = command, label = command, pressed }) => (
          <Tooltip key={command} position="right" label={hint(t(`commands.${label}`), key)}>
            <UnstyledButton
              className={classes.tool}
              aria-label={t(`commands.${label}`)}
              aria-pressed={pressed}
              disabled={disabled === true}
              onClick={() => run(command)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} />
              </svg>
            </UnstyledButton>
          </Tooltip>
        ))}
        <ViewTools kind={kind} />
      </div>
    </>
  )
}

/** The tool that selects is the first. */
const buttons = [select, ...tools.filter(({ name }) => name !== "edit")]

interface ImageToolsProps {
  readonly editor: Editor
  readonly offered: ReadonlySet<Tool>
  /** The command of the tool that selects. */
  readonly edit?: CommandName
}

/** The tools of images. */
export const ImageTools = ({ picture, ...props }: ImageToolsProps & { readonly picture: Picture }) => (
  <PlaneTools {...props} kind="image" isOff={!hasTools(useStore(picture))} />
)

/** The tools of images and of points. */
export const PlaneTools = ({
  edit = "edit",
  editor,
  isOff = false,
  kind,
  offered,
}: ImageToolsProps & { readonly isOff?: boolean; readonly kind: StageKind }) => {
  const { readOnly, tool: chosen } = useEditor(editor)
  const strip = buttons
    .filter(({ name }) => offered.has(name))
    .map(({ command, icon, name }) => ({
      ...(name === "edit" ? { command: edit, label: "edit" as const } : { command }),
      icon,
      pressed: chosen === name,
      disabled: (readOnly || isOff) && name !== "edit",
    }))
  return <ToolStrip kind={kind} tools={strip} />
}
