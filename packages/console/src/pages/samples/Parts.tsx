/** The ways between the parts of a list that is too long for one. */
import { Button, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { rowsPerPart, type SampleSearch } from "./search.ts"

interface PartsProps {
  readonly length: number
  readonly search: SampleSearch
  readonly onChange: (search: SampleSearch) => void
}

export const Parts = ({ length, onChange, search }: PartsProps) => {
  const { i18n, t } = useTranslation("samples")
  const part = search.part ?? 1
  const last = Math.ceil(length / rowsPerPart)
  if (last < 2) return null
  const format = new Intl.NumberFormat(i18n.language)
  const { part: _, ...first } = search
  const open = (next: number) => onChange(next === 1 ? first : { ...first, part: next })
  return (
    <Group gap="sm">
      <Button variant="default" disabled={part <= 1} onClick={() => open(part - 1)}>
        {t("parts.previous")}
      </Button>
      <Text size="sm">
        {t("parts.rows", {
          from: format.format((part - 1) * rowsPerPart + 1),
          to: format.format(Math.min(part * rowsPerPart, length)),
          of: format.format(length),
        })}
      </Text>
      <Button variant="default" disabled={part >= last} onClick={() => open(part + 1)}>
        {t("parts.next")}
      </Button>
    </Group>
  )
}
