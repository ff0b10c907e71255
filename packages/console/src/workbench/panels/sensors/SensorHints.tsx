/** Adds to the list of sensors which of them are not edited, and which label the same point cloud. */
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import type { Sensor } from "../../editor/label/sensors.ts"
import panels from "../panels.module.css"

interface SensorHintsProps {
  readonly sensors: ReadonlyArray<Sensor>
  /** By the name of a sensor, the other ones with the same clouds. */
  readonly sharing: ReadonlyMap<string, ReadonlyArray<string>>
  /** The number of sensors of the sample without a name of which there is only one. */
  readonly unrecognized: number
}

/** Why a sensor is not edited whose label has another type than the sample, or none. */
export const formatLabeledAs = (
  {
    labeledAs,
    name,
    taskType,
  }: { readonly labeledAs: string; readonly name: string; readonly taskType: string },
  t: TFunction<"workbench">,
): string => {
  const texts = {
    name: toVisibleText(name),
    label: toVisibleText(labeledAs),
    sample: toVisibleText(taskType),
  }
  return labeledAs === "" ? t("sensors.labeledAsNothing", texts) : t("sensors.labeledAs", texts)
}

export const SensorHints = ({ sensors, sharing, unrecognized }: SensorHintsProps) => {
  const { i18n, t } = useTranslation("workbench")
  const formatNames = (names: ReadonlyArray<string>, type: Intl.ListFormatType = "conjunction") =>
    new Intl.ListFormat(i18n.language, { type }).format(names.map(toVisibleText))
  const formatChoice = (names: ReadonlyArray<string>): string => {
    const edited = sensors.filter(({ edits, name }) => edits && names.includes(name))
    return edited.length < 2
      ? ""
      : t("sensors.chooseOne", {
          names: formatNames(
            edited.map(({ name }) => name),
            "disjunction",
          ),
        })
  }
  const keptSensors = sensors.filter(({ edits, labeledAs }) => !edits && labeledAs === undefined)
  const types = [...new Set(keptSensors.map(({ taskType }) => taskType))]
  const findFirst = (name: string) => sensors.findIndex((one) => one.name === name)
  const groups = [...sharing]
    .filter(([name, others]) => others.every((other) => findFirst(name) < findFirst(other)))
    .map(([name, others]) => [name, ...others])
  return (
    <>
      {groups.map((names) => (
        <p key={names[0]} className={panels.hint} data-sharing="">
          {t("sensors.sharing", { names: formatNames(names) })} {formatChoice(names)}
        </p>
      ))}
      {types.map((type) => (
        <p key={type} className={panels.hint} data-kept={type}>
          {t("sensors.onlyShownOf", {
            names: formatNames(
              keptSensors.filter(({ taskType }) => taskType === type).map(({ name }) => name),
            ),
            type: toVisibleText(type),
          })}
        </p>
      ))}
      {sensors.map(({ labeledAs, name, taskType }) =>
        labeledAs === undefined ? null : (
          <p key={name} className={panels.hint} data-odd={name}>
            {formatLabeledAs({ labeledAs, name, taskType }, t)}
          </p>
        ),
      )}
      {unrecognized === 0 ? null : (
        <p className={panels.hint}>{t("sensors.unrecognized", { count: unrecognized })}</p>
      )}
      {sensors.some(({ edits }) => edits) ? null : (
        <p className={panels.hint}>{t("sensors.nothingEdited")}</p>
      )}
    </>
  )
}
