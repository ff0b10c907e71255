/** The gold samples of a dataset: how many of the samples that people get have a known label, and how people answered them. */
import { Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { GoldPeople } from "./GoldPeople.tsx"
import { GoldSamples } from "./GoldSamples.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/gold")

export const GoldPage = () => {
  const { t } = useTranslation("gold")
  const path = route.useParams()
  return (
    <Page title={t("title")}>
      <Stack gap="xl">
        <Explanation path={path} />
        <GoldPeople path={path} />
        <GoldSamples path={path} />
      </Stack>
    </Page>
  )
}

/** Says what gold samples are, and at which rate people get them. */
const Explanation = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("gold")
  const { data } = useQuery(makeDatasetQuery(path))
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 2 })
  return (
    <Stack gap="xs" maw={640}>
      <Text>{t("explanation")}</Text>
      {data === undefined ? null : (
        <Text c="dimmed">
          {data.gold_rate === 0
            ? t("rateZero")
            : t("rate", { rate: percent.format(data.gold_rate), least: percent.format(data.gold_agreement) })}
        </Text>
      )}
      {data?.permissions.includes("edit_settings") === true ? (
        <LinkAnchor to="/d/$owner/$dataset/settings" params={path} search={{ view: "workflow" }}>
          {t("toSettings")}
        </LinkAnchor>
      ) : null}
    </Stack>
  )
}
