/** Chooses the columns of the table. The choice is kept in this browser. */
import { Button, Checkbox, Popover, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type ColumnName, columns } from "./columns.ts"

interface ColumnMenuProps {
  readonly shown: ReadonlyArray<{ readonly name: ColumnName }>
  readonly hasImages: boolean
  readonly onToggle: (name: ColumnName) => void
}

export const ColumnMenu = ({ hasImages, onToggle, shown }: ColumnMenuProps) => {
  const { t } = useTranslation("samples")
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default">{t("columns.choose")}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("columns.choose")}>
        <Stack gap="xs">
          {columns
            .filter(({ name }) => hasImages || name !== "image")
            .map(({ name }) => (
              <Checkbox
                key={name}
                label={t(`columns.${name}`)}
                checked={shown.some((column) => column.name === name)}
                disabled={name === "name"}
                onChange={() => onToggle(name)}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
