/** The agreement of a dataset: its figures, who agrees with whom, on what people disagree, and the samples that agree least. */
import { Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { ConfusionMatrix } from "./ConfusionMatrix.tsx"
import { makeAgreementQuery } from "./calls.ts"
import { AttributeTable, CategoryTable, ConfusionTable } from "./DisagreementTables.tsx"
import type { Agreement } from "./figures.ts"
import { LowestSamples } from "./LowestSamples.tsx"
import { PeopleMatrix } from "./PeopleMatrix.tsx"
import { PeopleTable } from "./PeopleTable.tsx"
import { Summary } from "./Summary.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/agreement")

export const AgreementPage = () => {
  const { t } = useTranslation("agreement")
  const path = route.useParams()
  return (
    <Page title={t("title")}>
      <QueryContent query={useQuery(makeAgreementQuery(path))} height={320}>
        {(agreement) =>
          agreement.complete === 0 ? <Nothing path={path} /> : <Figures path={path} agreement={agreement} />
        }
      </QueryContent>
    </Page>
  )
}

interface PathProps {
  readonly path: DatasetPath
}

/** Says where the number of people is set, whose labels are compared here. */
const Nothing = ({ path }: PathProps) => {
  const { t } = useTranslation("agreement")
  const dataset = useQuery(makeDatasetQuery(path))
  return (
    <Stack gap="xs" maw={640}>
      <Text>{t("nothing")}</Text>
      <Text c="dimmed">{t("nothingHint")}</Text>
      {dataset.data?.permissions.includes("edit_settings") === true ? (
        <LinkAnchor to="/d/$owner/$dataset/settings" params={path} search={{ view: "workflow" }}>
          {t("toSettings")}
        </LinkAnchor>
      ) : null}
    </Stack>
  )
}

const Figures = ({ agreement, path }: PathProps & { readonly agreement: Agreement }) => {
  const { data: dataset } = useQuery(makeDatasetQuery(path))
  const mayReview = dataset?.permissions.includes("review") === true && !dataset.archived
  return (
    <Stack gap="xl">
      <Summary agreement={agreement} />
      <LowestSamples
        path={path}
        samples={agreement.lowest}
        compared={agreement.samples}
        mayReview={mayReview}
      />
      {agreement.samples === 0 ? null : (
        <>
          <PeopleMatrix agreement={agreement} />
          <PeopleTable people={agreement.people} dataset={path.dataset} />
          <ConfusionMatrix agreement={agreement} dataset={path.dataset} />
          <CategoryTable categories={agreement.categories} />
          <ConfusionTable confusions={agreement.confusions} />
          <AttributeTable attributes={agreement.attribute_figures} />
        </>
      )}
    </Stack>
  )
}
