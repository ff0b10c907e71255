/** The color of a category. A category without one gets a color in the workbench that nobody chose. */
import { Button, Group, Input } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { isArray, type Json, toNumber } from "../../../workbench/editor/json/value.ts"
import classes from "../configuration.module.css"
import { formatPointer, type Path } from "../model/textTree.ts"
import { useForm, useValue } from "./FormContext.ts"

export const ColorField = ({ fallback, path }: { readonly path: Path; readonly fallback: string }) => {
  const { t } = useTranslation("configuration")
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path, true)
  const color = toHex(value)
  return (
    <Input.Wrapper size="xs" label={t("category.color")} labelElement="div" error={error}>
      <Group gap="xs" wrap="nowrap" data-pointer={formatPointer(path)}>
        <input
          type="color"
          className={classes.color}
          aria-label={t("category.color")}
          value={color ?? fallback}
          disabled={readOnly}
          onChange={({ currentTarget }) => set(path, `[${fromHex(currentTarget.value).join(", ")}]`)}
        />
        {color === undefined ? (
          <span className={classes.hint}>{t("category.noColor")}</span>
        ) : (
          <>
            <span className={classes.hint}>{fromHex(color).join(" ")}</span>
            {readOnly ? null : (
              <Button size="compact-xs" variant="subtle" onClick={() => set(path, undefined)}>
                {t("category.removeColor")}
              </Button>
            )}
          </>
        )}
      </Group>
    </Input.Wrapper>
  )
}

/** `#rrggbb` of a list of three parts; undefined for everything else. */
const toHex = (value: Json | undefined): string | undefined => {
  if (!isArray(value) || value.length < 3) return undefined
  const parts = value.slice(0, 3).map(toNumber)
  if (!parts.every((part) => part >= 0 && part <= 255)) return undefined
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`
}

const fromHex = (hex: string): ReadonlyArray<number> =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
