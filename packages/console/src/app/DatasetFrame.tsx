/** The frame of every page of a dataset notes where nothing can be changed because the dataset is archived. */
import { Alert } from "@mantine/core"
import { useSuspenseQuery } from "@tanstack/react-query"
import { Outlet, useParams } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeDatasetQuery } from "../api/dataset.ts"

export const DatasetFrame = () => {
  const { t } = useTranslation("shell")
  const path = useParams({ from: "/signed-in/d/$owner/$dataset" })
  const { data } = useSuspenseQuery(makeDatasetQuery(path))
  return (
    <>
      {data.archived ? (
        <Alert color="yellow" mx="lg" mt="lg">
          {t("archived")}
        </Alert>
      ) : null}
      <Outlet />
    </>
  )
}
