/** Buttons for what has no tool: undo, the view, how objects are drawn, and the keys. */
import { Loader, Popover, Tooltip, UnstyledButton } from "@mantine/core"
import IconArrowBackUp from "@tabler/icons-react/icons/IconArrowBackUp"
import IconArrowForwardUp from "@tabler/icons-react/icons/IconArrowForwardUp"
import IconHelp from "@tabler/icons-react/icons/IconHelp"
import IconMaximize from "@tabler/icons-react/icons/IconMaximize"
import IconSun from "@tabler/icons-react/icons/IconSun"
import IconZoomIn from "@tabler/icons-react/icons/IconZoomIn"
import IconZoomOut from "@tabler/icons-react/icons/IconZoomOut"
import { type ComponentProps, lazy, type ReactNode, Suspense } from "react"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../commands/CommandContext.ts"
import type { CommandName } from "../commands/commands.ts"
import { useEditor } from "../editor/useStore.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"
import { useWork } from "../Work.ts"
import classes from "./tools.module.css"

const DisplayPanel = lazy(async () => {
  const { DisplayPanel } = await import("../display/DisplayPanel.tsx")
  return { default: DisplayPanel }
})

/** The content of the stage. An image has commands for its zoom, a cloud is zoomed with the wheel. */
export type StageKind = "cloud" | "image"

const views = {
  image: [
    { command: "zoomIn", icon: <IconZoomIn /> },
    { command: "zoomOut", icon: <IconZoomOut /> },
    { command: "fit", icon: <IconMaximize /> },
  ],
  cloud: [
    { command: "zoomToObject", icon: <IconZoomIn /> },
    { command: "birdsEye", icon: <IconMaximize /> },
  ],
} as const satisfies {
  readonly [Kind in StageKind]: ReadonlyArray<{ readonly command: CommandName; readonly icon: ReactNode }>
}

export const ViewTools = ({ kind }: { readonly kind: StageKind }) => {
  const { t } = useTranslation("workbench")
  const { display, editor } = useWork()
  const { gesture, history, readOnly, selected } = useEditor(editor)
  const canUndo = !readOnly && (history.past !== null || gesture.kind !== "idle")
  return (
    <fieldset className={classes.view} aria-label={t("view")}>
      <ViewTool command="undo" icon={<IconArrowBackUp />} disabled={!canUndo} />
      <ViewTool command="redo" icon={<IconArrowForwardUp />} disabled={readOnly || history.future === null} />
      {views[kind].map(({ command, icon }) => (
        <ViewTool
          key={command}
          command={command}
          icon={icon}
          disabled={command === "zoomToObject" && selected.size === 0}
        />
      ))}
      <Popover
        position="right-end"
        shadow="md"
        returnFocus
        opened={display.isOpen}
        onChange={display.setOpen}
      >
        <Popover.Target>
          <ViewTool command="display" icon={<IconSun />} isOpen={display.isOpen} />
        </Popover.Target>
        <Popover.Dropdown aria-label={t("commands.display")}>
          <Suspense fallback={<Loader size="xs" />}>
            <DisplayPanel hasImage={kind === "image"} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <ViewTool command="keys" icon={<IconHelp />} />
    </fieldset>
  )
}

interface ViewToolProps extends ComponentProps<"button"> {
  readonly command: CommandName
  readonly icon: ReactNode
  /** Whether what the button opens is open; absent where it opens nothing. */
  readonly isOpen?: boolean
}

const ViewTool = ({ command, icon, isOpen, ...props }: ViewToolProps) => {
  const { t } = useTranslation("workbench")
  const run = useRunCommand()
  const hint = useKeyHint()
  const name = t(`commands.${command}`)
  return (
    <Tooltip position="right" label={hint(name, command)} disabled={isOpen === true}>
      <UnstyledButton {...props} className={classes.tool} aria-label={name} onClick={() => run(command)}>
        {icon}
      </UnstyledButton>
    </Tooltip>
  )
}
