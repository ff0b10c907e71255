/** Position, size and heading of the selected cuboid as numbers. */
import { NumberInput, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../../ui/numberSeparators.ts"
import { findAnnotation } from "../../model/document/frames.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { getLabel } from "../../model/editor/EditorState.ts"
import panels from "../../view/panels/panels.module.css"
import { useEditor } from "../../view/useEditor.ts"
import { countPointsIn } from "../model/categoryColors.ts"
import { type Cuboid, parseCuboid, turnCuboid, withDimension } from "../model/cuboid.ts"
import { findLocks, setCuboid } from "../model/edit.ts"
import type { PreparedCloud } from "../model/prepared.ts"
import { readTilt, withTilt } from "../model/tilt.ts"
import { replaceAxis } from "../model/vector.ts"
import { CuboidActions } from "./CuboidActions.tsx"
import classes from "./cloud.module.css"
import type { TrackWork } from "./TrackWork.ts"

interface CuboidFieldsProps {
  readonly editor: Editor
  readonly work: TrackWork
  readonly cloud: PreparedCloud | undefined
}

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

export const CuboidFields = ({ cloud, editor, work }: CuboidFieldsProps) => {
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
