/** Moves an item of a list, or removes it. */
import { ActionIcon, Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import classes from "../configuration.module.css"
import type { Path } from "../model/textTree.ts"
import { useForm } from "./FormContext.ts"

interface ItemButtonsProps {
  /** The path of the list. */
  readonly path: Path
  readonly index: number
  readonly count: number
  readonly name: string
  /** Which item to show afterwards; null after a removal. */
  readonly onMove: (index: number | null) => void
}

export const ItemButtons = ({ count, index, name, onMove, path }: ItemButtonsProps) => {
  const { t } = useTranslation("configuration")
  const { readOnly, set, swap } = useForm()
  if (readOnly) return null
  const move = (to: number) => {
    swap(path, index, to)
    onMove(to)
  }
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        disabled={index === 0}
        aria-label={t("moveUp", { name })}
        onClick={() => move(index - 1)}
      >
        {"↑"}
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        disabled={index === count - 1}
        aria-label={t("moveDown", { name })}
        onClick={() => move(index + 1)}
      >
        {"↓"}
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="red"
        aria-label={t("remove", { name })}
        onClick={() => {
          set([...path, index], undefined)
          onMove(null)
        }}
      >
        <span className={classes.remove}>{"×"}</span>
      </ActionIcon>
    </Group>
  )
}
