/** The bands of a rule about numbers of points: up to a distance, at least so many. */
import { Button, Fieldset, Group, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { isArray } from "../../../workbench/editor/json/value.ts"
import type { Path } from "../model/textTree.ts"
import { useForm, useValue } from "./FormContext.ts"
import { NumberField } from "./fields.tsx"
import { ItemButtons } from "./ItemButtons.tsx"

export const BandFields = ({ label, path }: { readonly path: Path; readonly label: string }) => {
  const { t } = useTranslation("configuration")
  const { append, readOnly } = useForm()
  const { value } = useValue(path)
  const bands = isArray(value) ? value : []
  return (
    <Fieldset legend={label} p="xs">
      <Stack gap="xs">
        {bands.map((_, index) => (
          <Group key={index} gap="xs" align="end">
            <NumberField path={[...path, index, "max_distance"]} label={t("rule.bandDistance")} required />
            <NumberField path={[...path, index, "min"]} label={t("rule.bandMin")} required />
            <ItemButtons
              path={path}
              index={index}
              count={bands.length}
              name={t("rule.band", { number: index + 1 })}
              onMove={() => {}}
            />
          </Group>
        ))}
        {readOnly ? null : (
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => append(path, '{"max_distance": 20, "min": 10}')}
            >
              {t("rule.addBand")}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
