/** The category of one or several objects. */
import { Select } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../ui/visibleText.ts"
import type { Category } from "../editor/label/attributes/configuration.ts"

interface CategorySelectProps {
  readonly categories: ReadonlyArray<Category>
  /** The category of each of the objects. */
  readonly ids: ReadonlySet<number>
  readonly readOnly: boolean
  readonly onChoose: (id: number) => void
}

export const CategorySelect = ({ categories, ids, onChoose, readOnly }: CategorySelectProps) => {
  const { t } = useTranslation("workbench")
  const [first = 0, ...others] = ids
  const isMixed = others.length > 0
  const id = String(first)
  const isConfigured = isMixed || categories.some((category) => category.id === first)
  return (
    <Select
      size="xs"
      label={t("attributes.category")}
      {...(isMixed ? { placeholder: t("attributes.mixed") } : {})}
      data={[
        ...categories.map((category) => ({
          value: String(category.id),
          label: toVisibleText(category.name),
        })),
        // One that was removed stays that of its objects until they get another.
        ...(isConfigured ? [] : [{ value: id, label: t("objects.unknown", { id }), disabled: true }]),
      ]}
      value={isMixed ? null : id}
      readOnly={readOnly}
      allowDeselect={false}
      onChange={(chosen) => {
        if (chosen !== null) onChoose(Number(chosen))
      }}
    />
  )
}
