/** Edits the labeling guide, with pictures that are uploaded to the server. */
import { Stack } from "@mantine/core"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { readFieldProblems } from "../../../ui/fieldProblems.ts"
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx"
import type { Settings } from "../calls.ts"
import { MarkdownField } from "../MarkdownField.tsx"
import { SaveBar } from "../SaveBar.tsx"
import type { Saving } from "../useSaving.ts"
import { PictureButton } from "./PictureButton.tsx"

interface GuideFormProps {
  readonly settings: Settings
  readonly saving: Saving
}

interface GuideValues {
  readonly guide: string
}

export const GuideForm = ({ saving, settings }: GuideFormProps) => {
  const { t } = useTranslation("datasetSettings")
  const form = useForm<GuideValues>({ defaultValues: { guide: settings.dataset.guide } })
  const { formState, getValues, handleSubmit, reset, setValue, watch } = form
  const send = async (values: GuideValues, base: Settings) => {
    try {
      await saving.save({ guide: values.guide }, base)
      reset(values)
    } catch {
      // The field and the bar below it show the problem.
    }
  }
  const write = (guide: string) => setValue("guide", guide, { shouldDirty: true })
  const problem = readFieldProblems(saving.error).find(({ field }) => field === "guide")
  return (
    <form onSubmit={handleSubmit((values) => send(values, settings))} noValidate>
      <LeaveGuard isChanged={() => form.formState.isDirty && !saving.isSaving} />
      <Stack gap="lg">
        <MarkdownField
          legend={t("guide.title")}
          viewName={t("guide.view")}
          hint={t("guide.hint")}
          empty={t("guide.none")}
          value={watch("guide")}
          readOnly={false}
          error={problem?.message}
          onChange={write}
          actions={
            <PictureButton
              onUploaded={(picture) => write(`${getValues("guide").trimEnd()}\n\n${picture}\n`.trimStart())}
            />
          }
        />
        <SaveBar
          isChanged={formState.isDirty}
          saving={saving}
          error={problem === undefined ? saving.error : null}
          onSaveOver={(latest) => send(getValues(), latest)}
        />
      </Stack>
    </form>
  )
}
