/** The form of a new dataset. */
import { Button, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { type SubmitHandler, type UseFormReturn, useForm } from "react-hook-form"
import { Trans, useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { toDatasetPath } from "../../api/dataset.ts"
import { readFieldProblems } from "../../ui/fieldProblems.ts"
import { LinkAnchor, LinkButton } from "../../ui/LinkButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { CategoryField } from "../datasetFields/CategoryField.tsx"
import { FlagFields } from "../datasetFields/FlagFields.tsx"
import { PublicField } from "../datasetFields/PublicField.tsx"
import { TaskTypeCards } from "../datasetFields/TaskTypeCards.tsx"
import { createDataset, fieldOf, isTaken, makeEmptyForm, type NewDatasetForm, namePattern } from "./form.ts"

interface NewDatasetFieldsProps {
  readonly user: Wire<"User">
  /** An organization of the person that shall own it. */
  readonly owner: string | undefined
}

export const NewDatasetFields = ({ owner, user }: NewDatasetFieldsProps) => {
  const { t } = useTranslation("newDataset")
  const owners = [user, ...(user.organizations ?? [])].map(({ username }) => username)
  const form = useForm<NewDatasetForm>({
    defaultValues: makeEmptyForm(owners.find((one) => one === owner) ?? user.username),
  })
  const { failure, submit } = useCreation(form, user.username)
  const { formState, handleSubmit, register, setValue, watch } = form
  const flags = watch("flags")
  return (
    <form onSubmit={handleSubmit(submit)} noValidate>
      <Stack gap="lg" maw={880}>
        <TaskTypeCards
          value={watch("taskType")}
          error={formState.errors.taskType?.message}
          onChange={(type) => setValue("taskType", type, { shouldValidate: true })}
        />
        <TextFields form={form} owners={owners} />
        <FlagFields
          group="work"
          values={flags}
          onChange={(flag, isOn) => setValue("flags", { ...flags, [flag]: isOn })}
        />
        <Text size="sm" c="dimmed">
          {t("later")}
        </Text>
        <ProblemPanel error={failure} />
        <Group>
          <Button type="submit" loading={formState.isSubmitting}>
            {t("create")}
          </Button>
          <LinkButton to="/datasets">{t("cancel")}</LinkButton>
        </Group>
        <input type="hidden" {...register("taskType", { required: t("chooseType") })} />
      </Stack>
    </form>
  )
}

interface TextFieldsProps {
  readonly form: UseFormReturn<NewDatasetForm>
  readonly owners: ReadonlyArray<string>
}

const TextFields = ({ form: { formState, register, setValue, watch }, owners }: TextFieldsProps) => {
  const { t } = useTranslation(["datasetFields", "newDataset"])
  const { errors } = formState
  const [owner, name] = [watch("owner"), watch("name").trim()]
  return (
    <Fieldset legend={t("newDataset:about")}>
      <Stack gap="md">
        {owners.length === 1 ? null : (
          <NativeSelect
            label={t("newDataset:owner")}
            description={t("newDataset:ownerHint")}
            data={[...owners]}
            error={errors.owner?.message}
            {...register("owner")}
          />
        )}
        <TextInput
          label={t("name")}
          description={
            namePattern.test(name) ? t("newDataset:address", { name: `${owner}/${name}` }) : t("nameHint")
          }
          autoComplete="off"
          spellCheck={false}
          required
          error={
            errors.name === undefined ? undefined : <NameError owner={owner} name={name} {...errors.name} />
          }
          {...register("name", {
            required: t("newDataset:nameMissing"),
            setValueAs: (text: string) => text.trim(),
            validate: (text) => namePattern.test(text) || t("nameWrong"),
          })}
        />
        <Textarea
          label={t("description")}
          description={t("descriptionHint")}
          autosize
          minRows={2}
          error={errors.description?.message}
          {...register("description")}
        />
        <CategoryField error={errors.category?.message} {...register("category")} />
        <PublicField value={watch("isPublic")} onChange={(isPublic) => setValue("isPublic", isPublic)} />
      </Stack>
    </Fieldset>
  )
}

interface NameErrorProps {
  readonly owner: string
  readonly name: string
  readonly type?: unknown
  readonly message?: string | undefined
}

/** Leads to the dataset that has the name. */
const NameError = ({ message, name, owner, type }: NameErrorProps) => {
  const { t } = useTranslation("newDataset")
  if (type !== "taken") return message
  return (
    <Trans
      t={t}
      i18nKey="taken"
      components={{
        open: (
          <LinkAnchor
            inherit
            c="inherit"
            underline="always"
            to="/d/$owner/$dataset"
            params={{ owner, dataset: name }}
          />
        ),
      }}
      values={{ name: `${owner}/${name}` }}
    />
  )
}

/** Creates the dataset and opens its overview. Problems are shown at their fields, and those without a field below the form. */
const useCreation = ({ setError }: UseFormReturn<NewDatasetForm>, me: string) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  const submit: SubmitHandler<NewDatasetForm> = async ({ taskType, ...values }) => {
    if (taskType === undefined) return
    setFailure(undefined)
    try {
      const dataset = await createDataset({ ...values, taskType }, me)
      await client.invalidateQueries({ queryKey: ["datasets"] })
      await navigate({ to: "/d/$owner/$dataset", params: toDatasetPath(dataset) })
    } catch (error) {
      if (isTaken(error)) return setError("name", { type: "taken" }, { shouldFocus: true })
      const problems = readFieldProblems(error).map(({ field, message }) => ({
        field: fieldOf[field],
        message,
      }))
      for (const { field, message } of problems)
        if (field !== undefined) setError(field, { message }, { shouldFocus: true })
      if (problems.length === 0 || problems.some(({ field }) => field === undefined)) setFailure(error)
    }
  }
  return { failure, submit }
}
