/** The button that opens and closes the labeling guide. A dot says that it is to be read. */
import { Button, Indicator } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { formatCommandKey } from "../input/keys/keyText.ts"
import { useKeymap } from "../input/keys/useKeymap.ts"
import type { Guide } from "./useGuide.ts"

export const GuideButton = ({ guide }: { readonly guide: Guide | undefined }) => {
  const { t } = useTranslation("workbench")
  const keymap = useKeymap()
  if (guide === undefined) return null
  return (
    <Indicator disabled={!guide.isUnread} size={8} offset={3}>
      <Button
        size="xs"
        variant="default"
        aria-expanded={guide.isOpen}
        title={formatCommandKey(keymap, "guide", t)}
        onClick={guide.toggle}
      >
        {t("guide.button")}
      </Button>
    </Indicator>
  )
}
