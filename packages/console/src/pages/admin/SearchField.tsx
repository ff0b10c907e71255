/** A field of a filter: its text counts once the field is left, or Enter is pressed. */
import { TextInput } from "@mantine/core"

interface SearchFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

export const SearchField = ({ label, onChange, placeholder, value = "" }: SearchFieldProps) => (
  <TextInput
    // A new value, such as that of a cleared filter, begins the field again.
    key={value}
    label={label}
    {...(placeholder === undefined ? {} : { placeholder })}
    w={220}
    defaultValue={value}
    onBlur={({ currentTarget }) => {
      if (currentTarget.value !== value) onChange(currentTarget.value)
    }}
    onKeyDown={({ currentTarget, key }) => {
      if (key === "Enter" && currentTarget.value !== value) onChange(currentTarget.value)
    }}
  />
)
