/** A list of categories, by their names; the document holds their ids. */
import { useTranslation } from "react-i18next"
import { ManySelect } from "../../../ui/ManySelect.tsx"
import { toVisibleText } from "../../../ui/visibleText.ts"
import { print } from "../../../workbench/editor/json/parse.ts"
import { isArray, toObjects } from "../../../workbench/editor/json/value.ts"
import { getValueAt } from "../model/getValueAt.ts"
import type { Path } from "../model/textTree.ts"
import { useForm } from "./FormContext.ts"
import { useField } from "./fields.tsx"

interface CategoriesFieldProps {
  readonly path: Path
  readonly label: string
  readonly description?: string
}

export const CategoriesField = ({ path, ...rest }: CategoriesFieldProps) => {
  const { t } = useTranslation("configuration")
  const { root } = useForm()
  const { props, set, value } = useField(path, true)
  const chosen = isArray(value) ? value.map(print) : []
  const names = new Map(
    toObjects(getValueAt(root, ["categories"])).map(({ id, name }) => [
      print(id ?? null),
      String(name ?? ""),
    ]),
  )
  return (
    <ManySelect
      {...rest}
      {...props}
      empty={t("allCategories")}
      // An id without a category is listed too: nothing is hidden.
      data={[...new Set([...names.keys(), ...chosen])].map((id) => ({
        value: id,
        label: names.has(id) ? toVisibleText(`${names.get(id)} (${id})`) : id,
      }))}
      value={chosen}
      onChange={(ids) => set(ids.length === 0 ? undefined : `[${ids.join(", ")}]`)}
    />
  )
}
