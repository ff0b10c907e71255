/** The fields of reviews by sampling: the share of labels that wait for a reviewer, and which always do. */
import { Fieldset, MultiSelect, Stack, Switch, TagsInput } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { FindProblem } from "./findFormProblems.ts"
import { PercentField } from "./PercentField.tsx"
import { listOptions, type ReviewCategory } from "./reviewCategories.ts"
import type { ReviewSettings } from "./workflow.ts"

interface ReviewFieldsProps {
  readonly value: ReviewSettings
  /** The categories of the dataset. */
  readonly categories: ReadonlyArray<ReviewCategory>
  readonly findProblem: FindProblem
  readonly disabled: boolean
  readonly onChange: (settings: ReviewSettings) => void
}

export const ReviewFields = ({ categories, disabled, findProblem, onChange, value }: ReviewFieldsProps) => {
  const { t } = useTranslation("datasetSettings")
  return (
    <Fieldset legend={t("review.title")}>
      <Stack gap="sm">
        <PercentField
          label={t("review.review_rate")}
          description={t(value.review_rate === 0 ? "review.rateZero" : "review.rateHint")}
          error={Number.isNaN(value.review_rate) ? t("review.rateMissing") : findProblem("review_rate")}
          disabled={disabled}
          value={value.review_rate}
          onChange={(share) => onChange({ ...value, review_rate: share })}
        />
        {value.review_rate < 1 ? (
          <>
            <Switch
              label={t("review.review_warnings")}
              error={findProblem("review_warnings")}
              disabled={disabled}
              checked={value.review_warnings}
              onChange={({ currentTarget }) => onChange({ ...value, review_warnings: currentTarget.checked })}
            />
            <TagsInput
              label={t("review.review_people")}
              description={t("review.peopleHint")}
              error={findProblem("review_people")}
              splitChars={[",", " "]}
              acceptValueOnBlur
              disabled={disabled}
              value={[...value.review_people]}
              onChange={(people) => onChange({ ...value, review_people: people })}
            />
            <MultiSelect
              label={t("review.review_categories")}
              description={t("review.categoriesHint")}
              error={findProblem("review_categories")}
              searchable
              disabled={disabled}
              value={value.review_categories.map(String)}
              data={[...listOptions(categories, value.review_categories)]}
              onChange={(ids) => onChange({ ...value, review_categories: ids.map(Number) })}
            />
          </>
        ) : null}
      </Stack>
    </Fieldset>
  )
}
