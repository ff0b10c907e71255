/** Loads the next page of a list; absent on the last one. */
import { Button } from "@mantine/core"
import { useTranslation } from "react-i18next"

interface MoreButtonProps {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

export const MoreButton = ({ list }: MoreButtonProps) => {
  const { t } = useTranslation("ui")
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="default"
      w="fit-content"
      loading={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      {t("more")}
    </Button>
  )
}
