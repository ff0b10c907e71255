import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"

interface CategoryNameProps {
  readonly id: number
  /** Null when the category is no longer in the configuration. */
  readonly name: string | null
}

/** Shows the name of a category, or its id when it is no longer in the configuration. */
export const CategoryName = ({ id, name }: CategoryNameProps) => {
  const { t } = useTranslation("agreement")
  return <Visible text={name ?? t("formerCategory", { id })} />
}
