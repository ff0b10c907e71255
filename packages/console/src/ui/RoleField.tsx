/** A field for the role of a person. */
import { NativeSelect, type NativeSelectProps } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type Role, roles } from "../api/roles.ts"

interface RoleFieldProps extends Omit<NativeSelectProps, "data" | "value" | "onChange"> {
  readonly value: Role
  /** Those that can be chosen; all without it. */
  readonly choices?: ReadonlyArray<Role>
  readonly onChange: (role: Role) => void
}

export const RoleField = ({ choices = roles, onChange, value, ...field }: RoleFieldProps) => {
  const { t } = useTranslation("ui")
  return (
    <NativeSelect
      {...field}
      value={value}
      data={choices.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      onChange={({ currentTarget }) =>
        onChange(choices.find((role) => role === currentTarget.value) ?? value)
      }
    />
  )
}
