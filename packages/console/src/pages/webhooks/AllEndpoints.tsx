/** The way back to the list of endpoints. The console has it in its navigation. */
import { useTranslation } from "react-i18next"
import { useSurroundings } from "../../app/Surroundings.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"

export const AllEndpoints = ({ owner }: { readonly owner: string | undefined }) => {
  const { t } = useTranslation("webhooks")
  const { embedded } = useSurroundings()
  if (!embedded) return null
  const search = owner === undefined ? {} : { owner }
  return (
    <LinkButton to="/webhooks" search={search}>
      {t("endpoints.all")}
    </LinkButton>
  )
}
