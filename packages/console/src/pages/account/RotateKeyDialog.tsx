/** Replaces a key by a new one. Both work for a time, so that programs can change over. */
import { NativeSelect, Text } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { useRecentSignIn } from "../../ui/signIn/useRecentSignIn.tsx"
import { useChange } from "../../ui/useChange.ts"
import { keysQuery, rotateKey } from "./keyQueries.ts"

/** The time for which the old key still works, in seconds. */
const overlaps = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const
const terms = ["none", "hour", "day", "week"] as const

export const RotateKeyDialog = ({ apiKey }: { readonly apiKey: Wire<"ApiKey"> }) => {
  const { t } = useTranslation("account")
  const [overlap, setOverlap] = useState<keyof typeof overlaps>("day")
  // Outside of every cache: it is gone with this dialog.
  const [secret, setSecret] = useState<string>()
  const recent = useRecentSignIn()
  const rotate = useChange(
    async () => setSecret((await recent.run(() => rotateKey(apiKey.id, overlaps[overlap]))).key),
    { stale: [keysQuery] },
  )
  if (secret !== undefined) return <SecretOnce title={t("rotateTitle")} secret={secret} />
  if (recent.dialog !== null) return recent.dialog
  return (
    <ActionDialog title={t("rotateTitle")} action={t("rotate")} change={rotate}>
      <Text>
        {t("rotateText", { description: apiKey.description === "" ? apiKey.id : apiKey.description })}
      </Text>
      <NativeSelect
        label={t("overlap")}
        data-autofocus
        value={overlap}
        data={terms.map((term) => ({ value: term, label: t(`overlaps.${term}`) }))}
        onChange={({ currentTarget: { value } }) => setOverlap(terms.find((term) => term === value) ?? "day")}
      />
    </ActionDialog>
  )
}
