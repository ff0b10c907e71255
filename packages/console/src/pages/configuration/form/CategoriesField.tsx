/** A list of categories, by their names; the document holds their ids. */
import { useTranslation } from "react-i18next"
import { ManySelect } from "../../../ui/ManySelect.tsx"
import { visibleText } from "../../../ui/visibleText.ts"
import { print } from "../../../workbench/model/json/print.ts"
import { isArray, objectsOf } from "../../../workbench/model/json/value.ts"
import { type Path, pointerOf } from "../model/textTree.ts"
import { useForm, useValue, valueAt } from "./FormContext.ts"

interface CategoriesFieldProps {
  readonly path: Path
  readonly label: string
  readonly description?: string
}

export const CategoriesField = ({ path, ...rest }: CategoriesFieldProps) => {
  const { t } = useTranslation("configuration")
  const { readOnly, root, set } = useForm()
  const { error, value } = useValue(path)
  const chosen = isArray(value) ? value.map(print) : []
  const names = new Map(
    objectsOf(valueAt(root, ["categories"])).map(({ id, name }) => [print(id ?? null), String(name ?? "")]),
  )
  return (
    <ManySelect
      {...rest}
      empty={t("allCategories")}
      size="xs"
      readOnly={readOnly}
      error={error}
      // An id without a category is listed too: nothing is hidden.
      data={[...new Set([...names.keys(), ...chosen])].map((id) => ({
        value: id,
        label: names.has(id) ? visibleText(`${names.get(id)} (${id})`) : id,
      }))}
      value={chosen}
      data-pointer={pointerOf(path)}
      onChange={(ids) => set(path, ids.length === 0 ? undefined : `[${ids.join(", ")}]`)}
    />
  )
}
