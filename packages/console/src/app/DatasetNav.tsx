/** The navigation of a dataset: its pages, as far as the caller may use them. */
import { NavLink, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../api/dataset.ts"
import { datasetTabs } from "./datasetTabs.ts"
import classes from "./Shell.module.css"

interface DatasetNavProps {
  readonly path: DatasetPath
  readonly onOpen: () => void
}

export const DatasetNav = ({ onOpen, path }: DatasetNavProps) => {
  const { t } = useTranslation("shell")
  const permissions = useQuery(makeDatasetQuery(path)).data?.permissions ?? []
  return (
    <Stack component="section" gap={0} mb="md" aria-label={t("tabs.label")}>
      <Text size="xs" c="dimmed" px="sm" pt={4} truncate>
        {path.owner}
      </Text>
      <Text fw={600} px="sm" pb={4} style={{ overflowWrap: "anywhere" }}>
        {path.dataset}
      </Text>
      {datasetTabs
        .filter(({ needs }) => permissions.includes(needs))
        .map(({ name, to }) => (
          <NavLink
            key={name}
            label={t(`tabs.${name}`)}
            className={classes.area ?? ""}
            onClick={onOpen}
            renderRoot={(props) => (
              <Link to={to} params={path} activeOptions={{ exact: name === "overview" }} {...props} />
            )}
          />
        ))}
    </Stack>
  )
}
