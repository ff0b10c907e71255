/** The form of an endpoint: its address, which events it gets, and how they are sent. */
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Controller, type SubmitHandler, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { type Api, readBody } from "../../api/client.ts"
import { useApi } from "../../app/Surroundings.ts"
import { readFieldProblems } from "../../ui/fieldProblems.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import type { Endpoint, EndpointInput } from "./calls.ts"
import { type EndpointForm, emptyForm, listHeadersToRepeat, toBody, toForm } from "./formValues.ts"
import { HeaderFields } from "./HeaderFields.tsx"
import { TypesField } from "./TypesField.tsx"
import { translateUrlProblem } from "./urlProblem.ts"

interface EndpointFieldsProps {
  /** The endpoint to change; absent for a new one. */
  readonly endpoint?: Endpoint
  readonly submit: string
  readonly onSubmit: (body: EndpointInput) => Promise<unknown>
}

export const EndpointFields = ({ endpoint, onSubmit, submit }: EndpointFieldsProps) => {
  const { t } = useTranslation("webhooks")
  const form = useForm<EndpointForm>({ defaultValues: endpoint === undefined ? emptyForm : toForm(endpoint) })
  const { control, formState, handleSubmit, register, setError } = form
  const [failure, setFailure] = useState<unknown>()
  const { data: datasets = [] } = useQuery(makeDatasetNamesQuery(useApi()))
  const save: SubmitHandler<EndpointForm> = async (values) => {
    const lacking = listHeadersToRepeat(values, endpoint)
    if (lacking.length > 0)
      return setError("headers", { message: t("form.headersAgain", { names: lacking.join(", ") }) })
    setFailure(undefined)
    try {
      await onSubmit(toBody(values, endpoint))
    } catch (cause) {
      const problems = readFieldProblems(cause).map(({ field, message }) => ({
        field: fields[field],
        message: field === "url" ? translateUrlProblem(t, message) : message,
      }))
      for (const { field, message } of problems)
        if (field !== undefined) setError(field, { message }, { shouldFocus: true })
      if (problems.length === 0 || problems.some(({ field }) => field === undefined)) setFailure(cause)
    }
  }
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(save)} noValidate>
      <Stack gap="md" maw={720}>
        <TextInput
          label={t("form.url")}
          description={t("form.urlText")}
          type="url"
          required
          error={errors.url?.message}
          {...register("url", { required: t("form.required") })}
        />
        <Textarea
          label={t("form.description")}
          autosize
          error={errors.description?.message}
          {...register("description")}
        />
        <Controller
          control={control}
          name="eventTypes"
          render={({ field }) => (
            <TypesField value={field.value} error={errors.eventTypes?.message} onChange={field.onChange} />
          )}
        />
        <Controller
          control={control}
          name="datasets"
          render={({ field }) => (
            <TagsInput
              label={t("form.datasets")}
              description={t("form.datasetsText")}
              placeholder="owner/name"
              data={[...datasets]}
              error={errors.datasets?.message}
              value={[...field.value]}
              onChange={field.onChange}
            />
          )}
        />
        <Fieldset legend={t("form.sending")}>
          <Stack gap="sm">
            <Group align="flex-start">
              <Controller
                control={control}
                name="rateLimit"
                render={({ field }) => (
                  <NumberInput
                    label={t("form.rate")}
                    description={t("form.rateText")}
                    min={1}
                    max={1000}
                    error={errors.rateLimit?.message}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
              <Controller
                control={control}
                name="version"
                render={({ field }) => (
                  <NumberInput
                    label={t("form.version")}
                    description={t("form.versionText")}
                    error={errors.version?.message}
                    value={field.value}
                    onChange={field.onChange}
                  />
                )}
              />
            </Group>
            <Controller
              control={control}
              name="fifo"
              render={({ field }) => (
                <Checkbox
                  label={t("form.order")}
                  description={t("form.orderText")}
                  checked={field.value}
                  onChange={field.onChange}
                />
              )}
            />
            <HeaderFields control={control} register={register} />
            {errors.headers?.message === undefined ? null : (
              <Text size="sm" role="alert">
                {errors.headers.message}
              </Text>
            )}
          </Stack>
        </Fieldset>
        <Controller
          control={control}
          name="enabled"
          render={({ field }) => (
            <Switch label={t("form.enabled")} checked={field.value} onChange={field.onChange} />
          )}
        />
        <ProblemPanel error={failure} />
        <Button type="submit" w="fit-content" loading={formState.isSubmitting}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

const makeDatasetNamesQuery = (api: Api) => ({
  queryKey: ["datasets", "names"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await readBody(api.GET("/user/datasets/", { params: { query: { per_page: 1000 } }, signal }))).map(
      (dataset) => dataset.full_name,
    ),
})

/** The fields by their names in the API. A problem of another one is shown below the form. */
const fields: Readonly<Record<string, keyof EndpointForm>> = {
  url: "url",
  description: "description",
  datasets: "datasets",
  event_types: "eventTypes",
  headers: "headers",
  rate_limit: "rateLimit",
  version: "version",
}
