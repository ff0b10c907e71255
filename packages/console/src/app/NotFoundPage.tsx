/** The page of addresses that lead nowhere, and of things that one may not see: the two look the same. */
import { Anchor, Text } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { Page } from "../ui/Page.tsx"
import { WithMain } from "./InMain.tsx"
import { useSurroundings } from "./Surroundings.ts"

export const NotFoundPage = () => {
  const { t } = useTranslation("shell")
  const { embedded } = useSurroundings()
  return (
    <WithMain>
      <Page title={t("notFound.title")}>
        <Text>{t("notFound.text")}</Text>
        {embedded ? null : (
          <Anchor component={Link} to="/" w="fit-content">
            {t("notFound.back")}
          </Anchor>
        )}
      </Page>
    </WithMain>
  )
}
