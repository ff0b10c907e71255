/** The settings of a dataset, as far as the caller may see them. Managers see the people alone. */
import { Tabs, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ComponentType, ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { makeSettingsQuery, type Settings } from "./calls.ts"
import { DangerZone } from "./danger/DangerZone.tsx"
import { GeneralForm } from "./general/GeneralForm.tsx"
import { GuideSection } from "./guide/GuideSection.tsx"
import { PeopleSection } from "./people/PeopleSection.tsx"
import classes from "./settings.module.css"
import { type Saving, useSaving } from "./useSaving.ts"
import { type View, views } from "./views.ts"
import { WorkflowForm } from "./WorkflowForm.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/settings")

export const SettingsPage = () => {
  // With the words of the parts: a page that waits for those of a part disappears meanwhile.
  const { t } = useTranslation(["datasetSettings", "datasetFields", "ui"])
  const path = route.useParams()
  const query = useQuery(makeSettingsQuery(path))
  return (
    <Page title={t("title")}>
      <QueryContent query={query} height={480}>
        {(settings) => <Views path={path} settings={settings} />}
      </QueryContent>
    </Page>
  )
}

interface ViewsProps {
  readonly path: DatasetPath
  readonly settings: Settings
}

const Views = ({ path, settings }: ViewsProps) => {
  const { t } = useTranslation("datasetSettings")
  const search = route.useSearch()
  const { permissions } = settings.dataset
  const possible = views.filter(({ needs }) => permissions.includes(needs))
  const view = possible.find(({ name }) => name === search.view)?.name ?? possible[0]?.name
  if (view === undefined) return <Text c="dimmed">{t("nothing")}</Text>
  return (
    <Tabs value={view} maw={960}>
      <Tabs.List className={classes.views ?? ""}>
        {possible.map(({ name }) => (
          <Tabs.Tab
            key={name}
            value={name}
            renderRoot={(props) => (
              <Link to="/d/$owner/$dataset/settings" params={path} search={{ view: name }} {...props} />
            )}
          >
            {t(`views.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} pt="lg">
        {contentOf[view]({ path, settings })}
      </Tabs.Panel>
    </Tabs>
  )
}

const contentOf: { readonly [Name in View]: (props: ViewsProps) => ReactNode } = {
  general: (props) => <Form key="general" {...props} of={GeneralForm} />,
  workflow: (props) => <Form key="workflow" {...props} of={WorkflowForm} />,
  guide: (props) => <GuideSection {...props} />,
  people: ({ path, settings }) => <PeopleSection path={path} dataset={settings.dataset} />,
  danger: ({ path, settings }) => <DangerZone path={path} dataset={settings.dataset} />,
}

interface FormProps extends ViewsProps {
  readonly of: ComponentType<{ readonly settings: Settings; readonly saving: Saving }>
}

/** A form begins anew with each version of the settings. */
const Form = ({ of: Fields, path, settings }: FormProps) => {
  const saving = useSaving(path, settings)
  return <Fields key={settings.etag} settings={settings} saving={saving} />
}
