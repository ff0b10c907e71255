/** Draws what is selected over the other shapes of an image, or under them. */
import { ActionIcon, Tooltip } from "@mantine/core"
import IconStackBack from "@tabler/icons-react/icons/IconStackBack"
import IconStackFront from "@tabler/icons-react/icons/IconStackFront"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../commands/CommandContext.ts"
import type { Annotation } from "../editor/label/annotation.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"
import { useWork } from "../Work.ts"

const buttons = [
  { command: "toFront", icon: <IconStackFront size={16} /> },
  { command: "toBack", icon: <IconStackBack size={16} /> },
] as const

interface OrderButtonsProps {
  readonly annotations: ReadonlyArray<Annotation>
  readonly isFixed: boolean
}

/** Nothing covers anything in a bitmap, and in a cloud the camera decides. */
export const OrderButtons = ({ annotations, isFixed }: OrderButtonsProps) => {
  const { t } = useTranslation("workbench")
  const { editor } = useWork()
  const run = useRunCommand()
  const hint = useKeyHint()
  if (editor.setting.tracks.inSpace === true || annotations.some(({ type }) => type === undefined))
    return null
  return (
    <ActionIcon.Group>
      {buttons.map(({ command, icon }) => (
        <Tooltip key={command} label={hint(t(`commands.${command}`), command)}>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={t(`commands.${command}`)}
            disabled={isFixed}
            onClick={() => run(command)}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      ))}
    </ActionIcon.Group>
  )
}
