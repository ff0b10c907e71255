/** Position, size and heading of the selected cuboid as numbers. */
import { Button, Group, NumberInput, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../ui/numberSeparators.ts"
import { countPointsIn } from "../clouds/categoryColors.ts"
import type { PreparedCloud } from "../clouds/prepared.ts"
import { useRunCommand } from "../commands/CommandContext.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { findLocks, setCuboid } from "../editor/edits/cuboidEdits.ts"
import type { Category } from "../editor/label/attributes/configuration.ts"
import {
  type Cuboid,
  parseCuboid,
  readTilt,
  turnCuboid,
  withDimension,
  withTilt,
} from "../editor/label/cuboids/cuboid.ts"
import { countFrames, findAnnotation } from "../editor/label/frames.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { replaceAxis } from "../geometry/space/vector.ts"
import { getReadyCloud, useCloudParts } from "../stages/cloud/CloudParts.ts"
import classes from "../stages/cloud/cloud.module.css"
import type { TrackWork } from "../tools/cuboid/TrackWork.ts"
import { useWork } from "../Work.ts"
import panels from "./panels.module.css"

const degrees = 180 / Math.PI

interface Field {
  readonly name: "x" | "y" | "z" | "length" | "width" | "height" | "yaw" | "pitch" | "roll"
  readonly lock: "position" | "dimensions" | "rotation"
  readonly read: (cuboid: Cuboid) => number
  readonly write: (cuboid: Cuboid, value: number) => Cuboid
}

const axes = [0, 1, 2] as const

const fields: ReadonlyArray<Field> = [
  ...axes.map(
    (axis): Field => ({
      name: (["x", "y", "z"] as const)[axis],
      lock: "position",
      read: ({ position }) => position[axis],
      write: (cuboid, value) => ({ ...cuboid, position: replaceAxis(cuboid.position, axis, value) }),
    }),
  ),
  ...axes.map(
    (axis): Field => ({
      name: (["length", "width", "height"] as const)[axis],
      lock: "dimensions",
      read: ({ dimensions }) => dimensions[axis],
      write: (cuboid, value) => withDimension(cuboid, axis, value),
    }),
  ),
  {
    name: "yaw",
    lock: "rotation",
    read: ({ yaw }) => yaw * degrees,
    write: (cuboid, value) => turnCuboid(cuboid, value / degrees - cuboid.yaw),
  },
]

/** For cuboids that turn about all axes. */
const tiltFields: ReadonlyArray<Field> = (["pitch", "roll"] as const).map((name) => ({
  name,
  lock: "rotation",
  read: (cuboid) => readTilt(cuboid)[name] * degrees,
  write: (cuboid, value) => withTilt(cuboid, { ...readTilt(cuboid), [name]: value / degrees }),
}))

export const CuboidFields = () => {
  const { editor } = useWork()
  const parts = useCloudParts()
  const { work } = parts
  const cloud = getReadyCloud(parts)
  const { i18n, t } = useTranslation("workbench")
  const state = useEditor(editor)
  const key = [...state.selected][0]
  const annotation = key === undefined ? undefined : findAnnotation(getLabel(state), state.frame, key)
  const cuboid = annotation && parseCuboid(annotation.source)
  if (key === undefined || annotation === undefined || cuboid === undefined) return null
  const fixed = state.readOnly || state.locked.has(key)
  const locks = findLocks(editor.setting.configuration, annotation.categoryId)
  const tilts = editor.setting.tiltsCuboids === true || cuboid.rotation !== undefined
  const count = cloud === undefined ? undefined : countPointsIn(cloud, cuboid)
  return (
    <>
      <div className={classes.fields}>
        {[...fields, ...(tilts ? tiltFields : [])].map(({ lock, name, read, write }) => (
          <NumberInput
            key={name}
            size="xs"
            label={t(`cloud.fields.${name}`)}
            value={Math.round(read(cuboid) * 1000) / 1000}
            decimalScale={3}
            decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
            step={lock === "rotation" ? 1 : 0.05}
            readOnly={fixed || locks[lock]}
            hideControls
            onChange={(value) => {
              if (typeof value !== "number" || (lock === "dimensions" && value <= 0)) return
              // The field shows fewer digits than the label may have; typing none of them is no change.
              if (Math.abs(value - read(cuboid)) < 0.0005) return
              const edit = {
                cuboid: write(cuboid, value),
                name: lock === "position" ? "move" : lock === "rotation" ? "turn" : "resize",
                merge: `field ${state.frame} ${key} ${name}`,
              } as const
              editor.update((now, setting) => setCuboid(now, key, edit, setting))
            }}
          />
        ))}
      </div>
      {count === undefined ? null : (
        <Text size="xs" c="dimmed" className={panels.hint}>
          {t("cloud.inside", { count, shown: count.toLocaleString(i18n.language) })}
        </Text>
      )}
      <CuboidActions editor={editor} cloud={cloud} work={work} objectKey={key} fixed={fixed} locks={locks} />
    </>
  )
}

interface CuboidActionsProps {
  readonly editor: Editor
  readonly work: TrackWork
  readonly cloud: PreparedCloud | undefined
  readonly objectKey: string
  readonly fixed: boolean
  readonly locks: Category["locks"]
}

/** Offers what can be done with the selected cuboid in the frame, and with its track. */
const CuboidActions = ({ cloud, editor, fixed, locks, objectKey, work }: CuboidActionsProps) => {
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
