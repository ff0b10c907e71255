/** The fields of reviews by sampling: the share of labels that wait for a reviewer, and which always do. */
import { Fieldset, NumberInput, Stack, Switch, TagsInput } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toPercent } from "./percent.ts"
import { isReviewRateMissing, parseReviewRate, type ReviewSettings } from "./workflow.ts"

interface ReviewFieldsProps {
  readonly value: ReviewSettings
  readonly disabled: boolean
  readonly onChange: (settings: ReviewSettings) => void
}

export const ReviewFields = ({ disabled, onChange, value }: ReviewFieldsProps) => {
  const { t } = useTranslation("datasetSettings")
  const isMissing = isReviewRateMissing(value)
  return (
    <Fieldset legend={t("review.title")}>
      <Stack gap="sm">
        <NumberInput
          label={t("review.review_rate")}
          description={t(value.review_rate === 0 ? "review.rateZero" : "review.rateHint")}
          error={isMissing ? t("review.rateMissing") : undefined}
          w={320}
          min={0}
          max={100}
          suffix=" %"
          allowNegative={false}
          disabled={disabled}
          value={isMissing ? "" : toPercent(value.review_rate)}
          onChange={(percent) => onChange({ ...value, review_rate: parseReviewRate(percent) })}
        />
        {value.review_rate < 1 ? (
          <>
            <Switch
              label={t("review.review_warnings")}
              disabled={disabled}
              checked={value.review_warnings}
              onChange={({ currentTarget }) => onChange({ ...value, review_warnings: currentTarget.checked })}
            />
            <TagsInput
              label={t("review.review_people")}
              description={t("review.peopleHint")}
              splitChars={[",", " "]}
              acceptValueOnBlur
              disabled={disabled}
              value={[...value.review_people]}
              onChange={(people) => onChange({ ...value, review_people: people })}
            />
          </>
        ) : null}
      </Stack>
    </Fieldset>
  )
}
