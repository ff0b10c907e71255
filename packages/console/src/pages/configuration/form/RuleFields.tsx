/** The keys of one rule. */
import { Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Path } from "../model/textTree.ts"
import { AxesFields } from "./AxesFields.tsx"
import { BandFields } from "./BandFields.tsx"
import { CategoriesField } from "./CategoriesField.tsx"
import { FlagField, ListField, NumberField, TextField } from "./fields.tsx"
import { listKinds, type RuleKey, type RuleList } from "./ruleKinds.ts"

interface RuleFieldsProps {
  readonly list: RuleList
  readonly kind: string
  readonly path: Path
}

export const RuleFields = ({ kind, list, path }: RuleFieldsProps) => {
  const keys = listKinds(list).find(([name]) => name === kind)?.[1] ?? []
  return (
    <Stack gap="xs">
      {keys.map((one) => (
        <RuleField key={one.key} path={[...path, one.key]} rule={one} />
      ))}
    </Stack>
  )
}

const RuleField = ({ path, rule }: { readonly path: Path; readonly rule: RuleKey }) => {
  const { t } = useTranslation("configuration")
  const common = { path, label: t(`rule.${rule.key}`), required: rule.required === true }
  switch (rule.field) {
    case "categories":
      return <CategoriesField {...common} />
    case "number":
      return <NumberField {...common} />
    case "text":
      return <TextField {...common} />
    case "flag":
      return <FlagField {...common} />
    case "list":
      return <ListField {...common} optional description={t("attribute.valuesHint")} />
    case "axes":
      return <AxesFields {...common} />
    case "bands":
      return <BandFields {...common} />
  }
}
