/** The fields of a bulk change of the number of people who label samples. */
import { Alert, Checkbox, Group, NumberInput, Text, TextInput } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { maxOverlap } from "../../datasetFields/overlap.ts"
import type { OverlapChange } from "./overlapChange.ts"

interface OverlapFieldsProps {
  readonly value: OverlapChange
  readonly onChange: (value: OverlapChange) => void
}

export const OverlapFields = ({ onChange, value }: OverlapFieldsProps) => {
  const { t } = useTranslation("samples")
  const isDrawn = typeof value.percent === "number" && value.percent < 100
  return (
    <>
      <NumberInput
        label={t("overlap.countOfEach")}
        description={t("overlap.bulkHint")}
        placeholder={t("bulk.unchanged")}
        min={1}
        max={maxOverlap}
        allowDecimal={false}
        allowNegative={false}
        value={value.count}
        onChange={(count) => onChange({ ...value, count })}
      />
      {typeof value.count !== "number" ? null : (
        <>
          <Group grow align="flex-start">
            <NumberInput
              label={t("overlap.share")}
              min={0.001}
              max={100}
              allowNegative={false}
              value={value.percent}
              onChange={(percent) => onChange({ ...value, percent })}
            />
            {isDrawn ? (
              <TextInput
                label={t("overlap.seed")}
                value={value.seed}
                onChange={({ currentTarget }) => onChange({ ...value, seed: currentTarget.value })}
              />
            ) : null}
          </Group>
          {isDrawn ? (
            <Text size="xs" c="dimmed">
              {t("overlap.shareHint")}
            </Text>
          ) : null}
          <Checkbox
            label={t("overlap.reopenMany")}
            checked={value.reopens}
            onChange={({ currentTarget }) => onChange({ ...value, reopens: currentTarget.checked })}
          />
          {value.reopens ? (
            <Alert color="yellow" role="status">
              {t("overlap.reopenKept")} {t("overlap.reopenHidden")} {t("overlap.reopenDecided")}{" "}
              {t("overlap.reopenUndo")}
            </Alert>
          ) : null}
        </>
      )}
    </>
  )
}
