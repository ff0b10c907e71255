/** The custom headers of an endpoint. Stored values are never shown. */
import { Button, CloseButton, Group, Stack, Text, TextInput } from "@mantine/core"
import { type Control, type UseFormRegister, useFieldArray } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { EndpointForm } from "./formValues.ts"

interface HeaderFieldsProps {
  readonly control: Control<EndpointForm>
  readonly register: UseFormRegister<EndpointForm>
}

export const HeaderFields = ({ control, register }: HeaderFieldsProps) => {
  const { t } = useTranslation("webhooks")
  const { append, fields, remove } = useFieldArray({ control, name: "headers" })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {t("form.headers")}
      </Text>
      {fields.map((field, index) => (
        <Group key={field.id} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t("form.headerName")}
            placeholder={t("form.headerName")}
            flex={1}
            {...register(`headers.${index}.name`)}
          />
          <TextInput
            aria-label={t("form.headerValue")}
            placeholder={field.name === "" ? t("form.headerValue") : "***"}
            type="password"
            autoComplete="off"
            flex={2}
            {...register(`headers.${index}.value`)}
          />
          <CloseButton aria-label={t("form.removeHeader")} onClick={() => remove(index)} />
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        onClick={() => append({ name: "", value: "" })}
      >
        {t("form.addHeader")}
      </Button>
    </Stack>
  )
}
