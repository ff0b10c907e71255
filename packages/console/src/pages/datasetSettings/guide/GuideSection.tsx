/** The labeling guide of a dataset: admins write it, and managers see who has read it. */
import { Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import type { Settings } from "../calls.ts"
import { MarkdownField } from "../MarkdownField.tsx"
import { useSaving } from "../useSaving.ts"
import { GuideForm } from "./GuideForm.tsx"
import { ReaderList } from "./ReaderList.tsx"

interface GuideSectionProps {
  readonly path: DatasetPath
  readonly settings: Settings
}

export const GuideSection = ({ path, settings }: GuideSectionProps) => {
  const saving = useSaving(path, settings)
  const mayEdit = settings.dataset.permissions.includes("edit_settings") && !settings.dataset.archived
  return (
    <Stack gap="xl">
      {mayEdit ? (
        <GuideForm key={settings.etag} settings={settings} saving={saving} />
      ) : (
        <ReadGuide text={settings.dataset.guide} />
      )}
      {settings.dataset.guide.trim() === "" ? null : <ReaderList path={path} version={settings.etag} />}
    </Stack>
  )
}

const ReadGuide = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation("datasetSettings")
  return (
    <MarkdownField
      legend={t("guide.title")}
      viewName={t("guide.view")}
      hint={t("guide.hint")}
      empty={t("guide.none")}
      value={text}
      readOnly
      error={undefined}
      onChange={() => {}}
    />
  )
}
