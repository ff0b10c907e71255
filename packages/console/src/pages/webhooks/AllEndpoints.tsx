/** The way back to the list of endpoints. The console has it in its navigation. */
import { Button } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { useSurroundings } from "../../app/Surroundings.ts"

export const AllEndpoints = ({ owner }: { readonly owner: string | undefined }) => {
  const { t } = useTranslation("webhooks")
  const { embedded } = useSurroundings()
  if (!embedded) return null
  const search = owner === undefined ? {} : { owner }
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/webhooks" search={search} {...props} />}>
      {t("endpoints.all")}
    </Button>
  )
}
