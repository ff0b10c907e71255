/** Makes a key, and shows its secret once. */
import { Checkbox, Group, NativeSelect, Radio, TextInput } from "@mantine/core"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import { type Role, roles } from "../../api/roles.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { useRecentSignIn } from "../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../ui/useChange.ts"
import { addDays } from "./expiry.ts"
import { keysQuery } from "./keyQueries.ts"

interface Fields {
  readonly description: string
  readonly days: "30" | "90" | "365" | "never"
  readonly readOnly: boolean
  /** `owner/name`; empty for all datasets. */
  readonly dataset: string
  /** Empty: the role of the person. */
  readonly role: "" | Role
}

const terms = ["30", "90", "365", "never"] as const

const nothing: Fields = { description: "", days: "90", readOnly: false, dataset: "", role: "" }

/** A key without a limit has no scope at all. */
const toScope = ({ dataset, readOnly, role }: Pick<Fields, "dataset" | "readOnly" | "role">) => {
  const scope = {
    ...(readOnly ? { read_only: true } : {}),
    ...(dataset.trim() === "" ? {} : { dataset: dataset.trim() }),
    ...(role === "" ? {} : { role }),
  }
  return Object.keys(scope).length === 0 ? {} : { scope }
}

export const NewKeyDialog = () => {
  const { t } = useTranslation("account")
  // Outside of every cache: it is gone with this dialog.
  const [secret, setSecret] = useState<string>()
  const recent = useRecentSignIn()
  const form = useForm<Fields>({ defaultValues: nothing })
  const make = useChange(
    async () => {
      const { days, description, ...limits } = form.getValues()
      const body = {
        description: description.trim(),
        ...(days === "never" ? {} : { expires_at: addDays(Number(days), new Date()).toISOString() }),
        ...toScope(limits),
      }
      setSecret((await recent.run(() => readBody(api.POST("/user/api_keys/", { body })))).key)
    },
    { stale: [keysQuery] },
  )
  if (secret !== undefined) return <SecretOnce title={t("newKey")} secret={secret} />
  if (recent.dialog !== null) return recent.dialog
  return (
    <ActionDialog
      title={t("newKey")}
      action={t("make")}
      disabled={form.watch("description").trim() === ""}
      change={make}
      onAct={form.handleSubmit(() => make.mutate())}
    >
      <TextInput
        label={t("description")}
        description={t("descriptionHint")}
        data-autofocus
        required
        withAsterisk={false}
        {...form.register("description", { required: true })}
      />
      <Radio.Group
        label={t("expires")}
        value={form.watch("days")}
        onChange={(days) => form.setValue("days", terms.find((term) => term === days) ?? "90")}
      >
        <Group mt="xs">
          {terms.map((term) => (
            <Radio
              key={term}
              value={term}
              label={term === "never" ? t("never") : t("days", { count: Number(term) })}
            />
          ))}
        </Group>
      </Radio.Group>
      <Checkbox label={t("readOnly")} description={t("readOnlyHint")} {...form.register("readOnly")} />
      <TextInput
        label={t("keyDataset")}
        description={t("keyDatasetHint")}
        placeholder="owner/name"
        {...form.register("dataset")}
      />
      <NativeSelect
        label={t("keyRole")}
        description={t("keyRoleHint")}
        data={[
          { value: "", label: t("keyRoleOwn") },
          ...roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
        ]}
        {...form.register("role")}
      />
    </ActionDialog>
  )
}
