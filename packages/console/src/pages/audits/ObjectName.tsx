/** An object that an audit has drawn, in words: its category, its id, and where it is. */
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { DrawnObject } from "./calls.ts"

export const ObjectName = ({ object }: { readonly object: DrawnObject }) => {
  const { t } = useTranslation("audits")
  const { annotation, category, frame, key, sensor, track } = object
  // The place distinguishes objects without an id, or with that of another one.
  const [, index] = /annotation-index:(\d+)$/.exec(key) ?? []
  // Sensors without a name, or with that of another one, have their place too.
  const [, sensorIndex] = /\/sensor-index:(\d+)\//.exec(key) ?? []
  const parts = [
    category ?? t("object.uncategorized"),
    ...(track !== null
      ? [t("object.track", { id: track })]
      : annotation === null
        ? []
        : [t("object.annotation", { id: annotation })]),
    ...(index === undefined ? [] : [t("object.index", { number: Number(index) + 1 })]),
    // Frames are counted from 1 on the screen.
    ...(frame === null
      ? []
      : [t(track === null ? "object.frame" : "object.fromFrame", { frame: frame + 1 })]),
    ...(sensor === null ? [] : [sensor]),
    ...(sensorIndex === undefined ? [] : [t("object.sensor", { number: Number(sensorIndex) + 1 })]),
  ]
  return <Visible text={parts.join(" · ")} />
}
