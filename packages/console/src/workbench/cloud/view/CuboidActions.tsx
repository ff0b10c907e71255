/** Offers what can be done with the selected cuboid in the frame, and with its track. */
import { Button, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../../commands/CommandContext.ts"
import type { Category } from "../../model/attributes/configuration.ts"
import { countFrames } from "../../model/document/frames.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { getLabel } from "../../model/editor/EditorState.ts"
import panels from "../../view/panels/panels.module.css"
import { useEditor } from "../../view/useEditor.ts"
import type { PreparedCloud } from "../model/prepared.ts"
import { CopyRange } from "./CopyRange.tsx"
import { useStore } from "./Store.ts"
import type { TrackWork } from "./TrackWork.ts"

interface CuboidActionsProps {
  readonly editor: Editor
  readonly work: TrackWork
  readonly cloud: PreparedCloud | undefined
  readonly objectKey: string
  readonly fixed: boolean
  readonly locks: Category["locks"]
}

export const CuboidActions = ({ cloud, editor, fixed, locks, objectKey, work }: CuboidActionsProps) => {
  const run = useRunCommand()
  const { t } = useTranslation("workbench")
  const label = getLabel(useEditor(editor))
  const count = countFrames(label)
  const actions = [
    { name: "fitCuboid", disabled: cloud === undefined },
    { name: "groundCuboid", disabled: locks.position || cloud === undefined },
    { name: "flip", disabled: locks.rotation },
    { name: "mirror", disabled: locks.rotation },
    ...(count > 1
      ? ([
          { name: "fitTrack", disabled: false },
          { name: "sizeTrack", disabled: locks.dimensions },
          { name: "batch", disabled: false },
        ] as const)
      : []),
  ] as const
  return (
    <>
      <Group gap={4} my={4}>
        {actions.map(({ disabled, name }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            disabled={disabled || (fixed && name !== "batch")}
            onClick={() => run(name)}
          >
            {t(`commands.${name}`)}
          </Button>
        ))}
      </Group>
      <WorkState work={work} objectKey={objectKey} />
      {count > 1 ? <CopyRange key={objectKey} editor={editor} count={count} fixed={fixed} /> : null}
    </>
  )
}

const WorkState = ({ objectKey, work }: { readonly work: TrackWork; readonly objectKey: string }) => {
  const { t } = useTranslation("workbench")
  const state = useStore(work.state)
  if (state === undefined || state.key !== objectKey) return null
  if (state.kind === "runs")
    return (
      <Group gap="xs" role="status">
        <Text size="xs">{t("cloud.work.runs", { done: state.done, total: state.total })}</Text>
        <Button size="compact-xs" variant="subtle" onClick={work.cancel}>
          {t("cloud.work.cancel")}
        </Button>
      </Group>
    )
  return (
    <Text size="xs" c="dimmed" role="status" className={panels.hint}>
      {t("cloud.work.done", { fitted: state.fitted, count: state.total })}
      {state.missing === 0 ? "" : ` ${t("cloud.work.missing", { count: state.missing })}`}
    </Text>
  )
}
