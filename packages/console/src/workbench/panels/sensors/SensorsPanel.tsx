/** The sensors of the sample: which one is edited, and which point clouds are drawn. */
import { UnstyledButton } from "@mantine/core"
import type { TFunction } from "i18next"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { toVisibleText } from "../../../ui/visibleText.ts"
import { openIn } from "../../check/Finding.ts"
import { getLabel, openSensor } from "../../editor/EditorState.ts"
import { hasFrame, listAnnotations } from "../../editor/label/frames.ts"
import type { Sensor } from "../../editor/label/sensors.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { listSharing } from "../../session/clouds/mergedFrames.ts"
import { useCloudParts } from "../../stages/cloud/CloudParts.ts"
import { useWork } from "../../Work.ts"
import panels from "../panels.module.css"
import { formatLabeledAs, SensorHints } from "./SensorHints.tsx"
import classes from "./sensors.module.css"

interface SensorsPanelProps {
  /** The number of sensors of the sample that are not listed. */
  readonly unrecognized: number
}

export const SensorsPanel = ({ unrecognized }: SensorsPanelProps) => {
  const { editor, findings } = useWork()
  const { clouds, view } = useCloudParts()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const hidden = useStore(view.hiddenSensors)
  const shared = useMemo(() => listSharing(clouds), [clouds])
  return (
    <section className={panels.panel} aria-label={t("sensors.title")}>
      <h2 className={panels.title}>
        {t("sensors.title")} <span className={panels.count}>{state.sensors.length}</span>
      </h2>
      <ul className={panels.list}>
        {state.sensors.map((sensor) => {
          const label = getLabel(openSensor(state, sensor))
          const annotations = listAnnotations(label, state.frame)
          return (
            <SensorRow
              key={sensor.name}
              sensor={sensor}
              chosen={sensor === state.sensor}
              objects={hasFrame(label, state.frame) ? annotations.length : undefined}
              selects={annotations.some(({ key }) => state.selected.has(key))}
              warnings={openIn(findings, sensor.name)}
              hidden={hidden.has(sensor.name)}
              onChoose={() => editor.chooseSensor(sensor.name)}
              onToggle={sensor.kind === "cloud" ? () => view.toggleSensor(sensor.name) : undefined}
            />
          )
        })}
      </ul>
      <SensorHints sensors={state.sensors} sharing={shared} unrecognized={unrecognized} />
    </section>
  )
}

interface SensorRowProps {
  readonly sensor: Sensor
  readonly chosen: boolean
  /** The number of its objects in the shown frame; undefined where it does not have that frame. */
  readonly objects: number | undefined
  /** Whether one of them is selected. */
  readonly selects: boolean
  readonly warnings: number
  readonly hidden: boolean
  readonly onChoose: () => void
  /** Absent where nothing can be hidden. */
  readonly onToggle: (() => void) | undefined
}

/** The sensors that are hidden with the point cloud. */
const hides: { readonly [Type in SensorType]?: "" | "Shapes" } = { cuboids: "", shapes: "Shapes" }

const SensorRow = (props: SensorRowProps) => {
  const { chosen, hidden, objects, onChoose, onToggle, selects, sensor, warnings } = props
  const { t } = useTranslation("workbench")
  const name = toVisibleText(sensor.name)
  const type = toSensorType(sensor)
  return (
    <li className={panels.withAction} data-hidden={hidden || undefined}>
      <UnstyledButton
        className={panels.row}
        aria-pressed={chosen}
        disabled={!sensor.edits}
        title={explainKept(sensor, t)}
        data-sensor={sensor.name}
        data-selects={selects || undefined}
        onClick={onChoose}
      >
        <svg
          className={classes.icon}
          viewBox="0 0 24 24"
          role="img"
          aria-label={t(`sensors.kinds.${sensor.kind}`)}
        >
          <path d={icons[type]} />
        </svg>
        <span className={classes.lines}>
          <span className={classes.first}>
            <span className={panels.name}>
              <Visible text={sensor.name} />
            </span>
            {selects ? (
              <span
                className={classes.selects}
                role="img"
                aria-label={t("sensors.selects")}
                title={t("sensors.selects")}
              />
            ) : null}
            {warnings === 0 ? null : (
              <span className={panels.warned}>{t("objects.warnings", { count: warnings })}</span>
            )}
          </span>
          <span className={classes.type}>
            {`${t(`sensors.types.${type}`)} · ${formatMark(sensor, objects, t)}`}
          </span>
        </span>
        <span className={classes.place}>{t("objects.hide")}</span>
      </UnstyledButton>
      {onToggle === undefined ? null : (
        <UnstyledButton
          className={classes.toggle}
          aria-label={t(`sensors.${hidden ? "show" : "hide"}${hides[type] ?? "Cloud"}Of`, { name })}
          aria-pressed={!hidden}
          onClick={onToggle}
        >
          {t(hidden ? "objects.show" : "objects.hide")}
        </UnstyledButton>
      )}
    </li>
  )
}

const explainKept = (
  { edits, labeledAs, name, taskType }: Sensor,
  t: TFunction<"workbench">,
): string | undefined =>
  edits
    ? undefined
    : labeledAs === undefined
      ? t("sensors.onlyShown", { type: taskType })
      : formatLabeledAs({ labeledAs, name, taskType }, t)

const formatMark = ({ edits }: Sensor, objects: number | undefined, t: TFunction<"workbench">): string =>
  !edits
    ? t("sensors.readOnly")
    : objects === undefined
      ? t("sensors.noFrame")
      : t("sensors.objects", { count: objects })

/** The type of labels of a sensor, by which two sensors of one point cloud differ. */
type SensorType = "cuboids" | "shapes" | "points" | "boxes" | "areas" | "unknown"

const types: ReadonlyMap<string, SensorType> = new Map([
  ["pointcloud-cuboid-sequence", "cuboids"],
  ["pointcloud-vector-sequence", "shapes"],
  ["pointcloud-segmentation-sequence", "points"],
  ["image-vector-sequence", "boxes"],
  ["image-segmentation-sequence", "areas"],
])

const toSensorType = ({ taskType }: Sensor): SensorType => types.get(taskType) ?? "unknown"

/** The paths of icons of 24 by 24. */
const icons: { readonly [Type in SensorType]: string } = {
  cuboids: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  shapes: "M12 3l8 6-3 10H7L4 9z",
  points: "M5 6h.01M12 4h.01M19 7h.01M8 12h.01M15 11h.01M5 18h.01M12 19h.01M19 16h.01",
  boxes: "M3 7h4l2-3h6l2 3h4v12H3zM12 9a4 4 0 100 8 4 4 0 000-8z",
  areas: "M3 5h18v14H3zM3 15l6-5 5 4 3-3 4 4",
  unknown: "M12 17h.01M9 9a3 3 0 114 3c-1 .5-1 1-1 2M12 3a9 9 0 100 18 9 9 0 000-18z",
}
