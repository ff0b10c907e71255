/** A filter with several choices: a field that opens a list of check boxes. Until it is opened, it is drawn sooner than a field with pills. */
import { Checkbox, Combobox, InputBase, Popover, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import classes from "./samples.module.css"

interface ChoiceFilterProps<Choice extends string> {
  readonly label: string
  readonly choices: ReadonlyArray<Choice>
  readonly value: ReadonlyArray<Choice>
  /** The words of a choice. */
  readonly format: (choice: Choice) => string
  readonly onChange: (value: ReadonlyArray<Choice>) => void
}

export const ChoiceFilter = <Choice extends string>({
  choices,
  format,
  label,
  onChange,
  value,
}: ChoiceFilterProps<Choice>) => {
  const { t } = useTranslation("samples")
  const shown = value.length === 0 ? t("filters.any") : value.map(format).join(", ")
  const toggle = (choice: Choice, on: boolean) =>
    onChange(choices.filter((one) => (one === choice ? on : value.includes(one))))
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          pointer
          w={164}
          label={label}
          aria-label={`${label}: ${shown}`}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        >
          <span className={classes.text}>{shown}</span>
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="xs">
          {choices.map((choice) => (
            <Checkbox
              key={choice}
              label={format(choice)}
              checked={value.includes(choice)}
              onChange={({ currentTarget }) => toggle(choice, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
