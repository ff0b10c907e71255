/** The filter of statuses: a field that opens a list of check boxes. Until it is opened, it is drawn sooner than a field with pills. */
import { Checkbox, Combobox, InputBase, Popover, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type Status, statuses } from "../../api/statuses.ts"
import classes from "./samples.module.css"

interface StatusFilterProps {
  readonly value: ReadonlyArray<Status>
  readonly onChange: (value: ReadonlyArray<Status>) => void
}

export const StatusFilter = ({ onChange, value }: StatusFilterProps) => {
  const { t } = useTranslation("samples")
  const shown = value.length === 0 ? t("filters.any") : value.map((one) => t(`status.${one}`)).join(", ")
  const toggleStatus = (status: Status, on: boolean) =>
    onChange(statuses.filter((one) => (one === status ? on : value.includes(one))))
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          pointer
          w={164}
          label={t("filters.status")}
          aria-label={`${t("filters.status")}: ${shown}`}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        >
          <span className={classes.text}>{shown}</span>
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("filters.status")}>
        <Stack gap="xs">
          {statuses.map((status) => (
            <Checkbox
              key={status}
              label={t(`status.${status}`)}
              checked={value.includes(status)}
              onChange={({ currentTarget }) => toggleStatus(status, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
