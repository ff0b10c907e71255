/** Adds a bucket, or changes one. The secret key goes to the server alone: it is in no cache, and nothing shows it again. */
import { Group, NativeSelect, NumberInput, PasswordInput, TextInput } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Controller, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { type Bucket, bucketsQuery, changesOf } from "./calls.ts"

type Kind = Wire<"BucketKind">
const kinds: ReadonlyArray<Kind> = ["s3", "gs", "azure"]

interface Fields {
  readonly kind: Kind
  readonly name: string
  readonly account: string
  readonly prefix: string
  readonly endpoint: string
  readonly region: string
  readonly seconds: number | string
  readonly keyId: string
  readonly secret: string
}

const fieldsOf = (bucket: Bucket | undefined): Fields => ({
  kind: bucket?.kind ?? "s3",
  name: bucket?.name ?? "",
  account: bucket?.account ?? "",
  prefix: bucket?.prefix ?? "",
  endpoint: bucket?.endpoint ?? "",
  region: bucket?.region ?? "",
  seconds: bucket?.url_seconds ?? 3600,
  keyId: "",
  secret: "",
})

const given = <Name extends string>(name: Name, value: string): { [Key in Name]?: string } =>
  // Cast: a computed key has the type string.
  (value.trim() === "" ? {} : { [name]: value.trim() }) as { [Key in Name]?: string }

const credentialsOf = ({ keyId, kind, secret }: Fields) => ({
  ...(kind === "azure" ? {} : given("key_id", keyId)),
  secret,
})

const newBucket = (fields: Fields): Wire<"NewBucket"> => ({
  kind: fields.kind,
  name: fields.name.trim(),
  ...(fields.kind === "azure" ? given("account", fields.account) : {}),
  ...given("prefix", fields.prefix),
  ...given("endpoint", fields.endpoint),
  ...given("region", fields.region),
  ...(fields.seconds === "" ? {} : { url_seconds: Number(fields.seconds) }),
  credentials: credentialsOf(fields),
})

/** Without a secret the stored credentials stay. */
const changeOf = (fields: Fields): Wire<"BucketChange"> => ({
  endpoint: fields.endpoint.trim() === "" ? null : fields.endpoint.trim(),
  region: fields.region.trim() === "" ? null : fields.region.trim(),
  ...(fields.seconds === "" ? {} : { url_seconds: Number(fields.seconds) }),
  ...(fields.secret === "" ? {} : { credentials: credentialsOf(fields) }),
})

interface BucketDialogProps {
  readonly organization: string
  /** The bucket to change; absent for a new one. */
  readonly bucket?: Bucket
  readonly onClose: () => void
}

export const BucketDialog = ({ bucket, onClose, organization }: BucketDialogProps) => {
  const { t } = useTranslation("organizations")
  const client = useQueryClient()
  const { control, handleSubmit, register, watch } = useForm<Fields>({ defaultValues: fieldsOf(bucket) })
  const [kind, name, secret] = watch(["kind", "name", "secret"])
  const isNew = bucket === undefined
  const changes = changesOf(organization)
  const save = useMutation({
    mutationFn: (fields: Fields) =>
      isNew ? changes.addBucket(newBucket(fields)) : changes.changeBucket(bucket.uuid, changeOf(fields)),
    // The credentials must not stay in the memory of the page.
    gcTime: 0,
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries(bucketsQuery(organization))
    },
  })
  return (
    <ActionDialog
      title={isNew ? t("buckets.add") : t("buckets.changeTitle")}
      action={t("save")}
      disabled={isNew && (name.trim() === "" || secret === "")}
      isRunning={save.isPending}
      error={save.error}
      size="lg"
      onAct={handleSubmit((fields) => save.mutate(fields))}
      onClose={onClose}
    >
      {isNew ? (
        <>
          <NativeSelect
            label={t("buckets.kind")}
            data-autofocus
            data={kinds.map((one) => ({ value: one, label: t(`buckets.kinds.${one}`) }))}
            {...register("kind")}
          />
          {kind === "azure" ? <TextInput label={t("buckets.account")} {...register("account")} /> : null}
          <TextInput label={t("buckets.bucket")} {...register("name")} />
          <TextInput
            label={t("buckets.prefix")}
            description={t("buckets.prefixHint")}
            {...register("prefix")}
          />
        </>
      ) : null}
      <TextInput
        label={t("buckets.endpoint")}
        description={t("buckets.endpointHint")}
        type="url"
        {...register("endpoint")}
      />
      <Group grow align="flex-end">
        <TextInput label={t("buckets.region")} {...register("region")} />
        <Controller
          control={control}
          name="seconds"
          render={({ field }) => (
            <NumberInput
              label={t("buckets.seconds")}
              min={60}
              max={302_400}
              allowDecimal={false}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </Group>
      {kind === "azure" ? null : (
        <TextInput label={t("buckets.keyId")} autoComplete="off" {...register("keyId")} />
      )}
      <PasswordInput
        label={t("buckets.secret")}
        description={isNew ? t("buckets.secretHint") : t("buckets.secretKept")}
        autoComplete="off"
        {...register("secret")}
      />
    </ActionDialog>
  )
}
