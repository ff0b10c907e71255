/** Edits what a dataset is: its name, texts, category, task type, and who sees it. Only changed fields are sent. */
import { Fieldset, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core"
import { type SubmitHandler, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { ApiError } from "../../../api/problem.ts"
import { readFieldProblems } from "../../../ui/fieldProblems.ts"
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx"
import { CategoryField } from "../../datasetFields/CategoryField.tsx"
import { PublicField } from "../../datasetFields/PublicField.tsx"
import { dataKinds, taskTypes } from "../../datasetFields/taskTypes.ts"
import { namePattern } from "../../newDataset/form.ts"
import type { Settings } from "../calls.ts"
import { MarkdownField } from "../MarkdownField.tsx"
import { SaveBar } from "../SaveBar.tsx"
import type { Saving } from "../useSaving.ts"
import {
  findGeneralField,
  type GeneralField,
  type GeneralValues,
  generalWords,
  makeGeneralChange,
  toGeneralValues,
} from "./general.ts"

interface GeneralFormProps {
  readonly settings: Settings
  readonly saving: Saving
}

export const GeneralForm = ({ saving, settings }: GeneralFormProps) => {
  const form = useForm<GeneralValues>({ defaultValues: toGeneralValues(settings.dataset) })
  const { formState, getValues, handleSubmit, reset, setError } = form
  const send = async (values: GeneralValues, base: Settings) => {
    try {
      await saving.save(makeGeneralChange(values, settings.dataset), base)
      reset(values)
    } catch (error) {
      for (const { field, message } of readProblems(error))
        if (field !== undefined) setError(field, { message }, { shouldFocus: true })
    }
  }
  const submit: SubmitHandler<GeneralValues> = (values) => send(values, settings)
  const problems = readProblems(saving.error)
  const atFields = problems.length > 0 && problems.every(({ field }) => field !== undefined)
  return (
    <form onSubmit={handleSubmit(submit)} noValidate>
      <LeaveGuard isChanged={() => form.formState.isDirty && !saving.isSaving} />
      <Stack gap="lg">
        <Fields form={form} archived={settings.dataset.archived} />
        {settings.dataset.archived ? null : (
          <SaveBar
            isChanged={formState.isDirty}
            saving={saving}
            error={atFields ? null : saving.error}
            onSaveOver={(latest) => send(getValues(), latest)}
          />
        )}
      </Stack>
    </form>
  )
}

/** The problems of an error with their fields. Those of a conflict have no pointer, but a code. */
const readProblems = (error: unknown) => {
  const field = error instanceof ApiError ? conflicts[error.code] : undefined
  return field === undefined
    ? readFieldProblems(error).map((problem) => ({ ...problem, field: findGeneralField(problem.field) }))
    : [{ field, message: error instanceof ApiError ? error.message : "" }]
}

const conflicts: Readonly<Record<string, GeneralField>> = {
  dataset_already_exists: "name",
  task_type_in_use: "task_type",
}

interface FieldsProps {
  readonly form: ReturnType<typeof useForm<GeneralValues>>
  readonly archived: boolean
}

const Fields = ({ archived, form }: FieldsProps) => {
  const { t } = useTranslation(["datasetSettings", "datasetFields"])
  const { formState, register, setValue, watch } = form
  const { errors } = formState
  return (
    <>
      <Fieldset legend={t("about")} disabled={archived}>
        <Stack gap="md">
          <TextInput
            label={t(generalWords.name)}
            description={t("nameHint")}
            autoComplete="off"
            spellCheck={false}
            error={errors.name?.message}
            {...register("name", {
              setValueAs: (text: string) => text.trim(),
              validate: (text) => namePattern.test(text) || t("datasetFields:nameWrong"),
            })}
          />
          <Textarea
            label={t(generalWords.description)}
            description={t("datasetFields:descriptionHint")}
            autosize
            minRows={2}
            maxRows={8}
            error={errors.description?.message}
            {...register("description")}
          />
          <CategoryField
            present={formState.defaultValues?.category ?? ""}
            error={errors.category?.message}
            {...register("category")}
          />
          <NativeSelect
            label={t(generalWords.task_type)}
            description={t("taskTypeHint")}
            error={errors.task_type?.message}
            data={dataKinds.map((kind) => ({
              group: t(`datasetFields:kinds.${kind}`),
              items: taskTypes[kind].map((type) => ({
                value: type,
                label: t(`datasetFields:taskTypes.${type}.name`),
              })),
            }))}
            {...register("task_type")}
          />
          <PublicField
            value={watch("public")}
            disabled={archived}
            onChange={(isPublic) => setValue("public", isPublic, { shouldDirty: true })}
          />
        </Stack>
      </Fieldset>
      <MarkdownField
        legend={t("readme")}
        viewName={t("readmeView")}
        hint={t("readmeHint")}
        empty={t("noReadme")}
        value={watch("readme")}
        readOnly={archived}
        error={errors.readme?.message}
        onChange={(readme) => setValue("readme", readme, { shouldDirty: true })}
      />
    </>
  )
}
