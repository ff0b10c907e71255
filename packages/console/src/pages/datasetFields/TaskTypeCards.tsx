/** Chooses a task type: first the data, then what is labeled in it, each type with what it is for. */
import { SegmentedControl, Stack, Text } from "@mantine/core"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import classes from "./TaskTypeCards.module.css"
import { type DataKind, dataKinds, type TaskType, taskTypes, toDataKind } from "./taskTypes.ts"

interface TaskTypeCardsProps {
  readonly value: TaskType | undefined
  readonly error: string | undefined
  readonly onChange: (type: TaskType) => void
}

export const TaskTypeCards = ({ error, onChange, value }: TaskTypeCardsProps) => {
  const { t } = useTranslation("datasetFields")
  const [kind, setKind] = useState<DataKind>(value === undefined ? "images" : toDataKind(value))
  const id = useId()
  return (
    <fieldset className={classes.group} aria-describedby={error === undefined ? undefined : id}>
      <legend className={classes.legend}>{t("taskType")}</legend>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t("data")}
          w="fit-content"
          value={kind}
          data={dataKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
          onChange={(chosen) => setKind(dataKinds.find((one) => one === chosen) ?? "images")}
        />
        <div className={classes.cards}>
          {taskTypes[kind].map((type) => (
            <label key={type} className={classes.card}>
              <input
                type="radio"
                name={id}
                value={type}
                checked={type === value}
                onChange={() => onChange(type)}
              />
              <span>
                <Text span fw={600} display="block">
                  {t(`taskTypes.${type}.name`)}
                </Text>
                <Text span size="sm" c="dimmed" display="block">
                  {t(`taskTypes.${type}.text`)}
                </Text>
              </span>
            </label>
          ))}
        </div>
        {error === undefined ? null : (
          <Text id={id} size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </fieldset>
  )
}
