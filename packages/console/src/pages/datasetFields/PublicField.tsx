/** Whether everybody may see a dataset, with what that means. */
import { Radio, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"

interface PublicFieldProps {
  readonly value: boolean
  readonly disabled?: boolean
  readonly onChange: (isPublic: boolean) => void
}

export const PublicField = ({ disabled = false, onChange, value }: PublicFieldProps) => {
  const { t } = useTranslation("datasetFields")
  return (
    <Radio.Group
      label={t("visibility")}
      value={value ? "public" : "private"}
      onChange={(chosen) => onChange(chosen === "public")}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="private"
          label={t("private.name")}
          description={t("private.text")}
          disabled={disabled}
        />
        <Radio value="public" label={t("public.name")} description={t("public.text")} disabled={disabled} />
      </Stack>
    </Radio.Group>
  )
}
