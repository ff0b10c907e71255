/** A field of several values that says what it means while none is chosen. */
import { MultiSelect, type MultiSelectProps } from "@mantine/core"

interface ManySelectProps extends Omit<MultiSelectProps, "value" | "placeholder"> {
  readonly value: ReadonlyArray<string>
  /** The text of the field without a value. */
  readonly empty: string
}

export const ManySelect = ({ empty, value, ...field }: ManySelectProps) => (
  <MultiSelect {...field} value={[...value]} {...(value.length === 0 ? { placeholder: empty } : {})} />
)
