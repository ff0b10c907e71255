/** Adds a bucket, or changes one. The secret key goes to the server alone: it is in no cache, and nothing shows it again. */
import { Group, NativeSelect, NumberInput, PasswordInput, TextInput } from "@mantine/core"
import { Controller, useForm } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { useChange } from "../../ui/useChange.ts"
import { useClose } from "../../ui/useDialog.tsx"
import {
  type BucketFields,
  isMissingCredentials,
  makeBucket,
  makeBucketChange,
  toBucketFields,
} from "./bucketForm.ts"
import { type Bucket, makeBucketsQuery, makeChanges } from "./calls.ts"

const kinds: ReadonlyArray<Wire<"BucketKind">> = ["s3", "gs", "azure"]

interface BucketDialogProps {
  readonly organization: string
  /** The bucket to change; absent for a new one. */
  readonly bucket?: Bucket
}

export const BucketDialog = ({ bucket, organization }: BucketDialogProps) => {
  const { t } = useTranslation("organizations")
  const { control, getValues, register, watch } = useForm<BucketFields>({
    defaultValues: toBucketFields(bucket),
  })
  const [kind, name, keyId, secret] = watch(["kind", "name", "keyId", "secret"])
  const lacks = isMissingCredentials({ keyId, kind, secret }, bucket === undefined)
  const isNew = bucket === undefined
  const changes = makeChanges(organization)
  const save = useChange(
    async () => {
      const fields = getValues()
      if (isNew) await changes.addBucket(makeBucket(fields))
      else await changes.changeBucket(bucket.uuid, makeBucketChange(fields))
    },
    { first: useClose(), stale: [makeBucketsQuery(organization)] },
  )
  return (
    <ActionDialog
      title={isNew ? t("buckets.add") : t("buckets.changeTitle")}
      action={t("save")}
      disabled={lacks || (isNew && name.trim() === "")}
      change={save}
      size="lg"
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
        error={
          lacks && kind !== "azure" && (keyId.trim() !== "" || secret !== "") ? t("buckets.both") : undefined
        }
        autoComplete="off"
        {...register("secret")}
      />
    </ActionDialog>
  )
}
