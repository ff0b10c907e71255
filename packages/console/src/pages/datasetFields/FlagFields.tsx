/** Switches of a dataset's workflow, each with what it does. */
import { Fieldset, Stack, Switch } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type Flag, type FlagGroup, type Flags, flagGroups } from "./flags.ts"

interface FlagFieldsProps {
  readonly group: FlagGroup
  readonly values: Flags
  readonly disabled?: boolean
  readonly onChange: (flag: Flag, isOn: boolean) => void
}

export const FlagFields = ({ disabled = false, group, onChange, values }: FlagFieldsProps) => {
  const { t } = useTranslation("datasetFields")
  return (
    <Fieldset legend={t(`flagGroups.${group}`)}>
      <Stack gap="sm">
        {flagGroups[group].map((flag) => (
          <Switch
            key={flag}
            label={t(`flags.${flag}.name`)}
            description={t(`flags.${flag}.text`)}
            checked={values[flag]}
            disabled={disabled}
            onChange={({ currentTarget }) => onChange(flag, currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
