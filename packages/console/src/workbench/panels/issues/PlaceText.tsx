/** The place of an issue in words. */
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import type { Place } from "./Issue.ts"

export const PlaceText = ({ place }: { readonly place: Place }) => {
  const { t } = useTranslation("workbench")
  const sensor = place.sensor === undefined ? "" : `, ${toVisibleText(place.sensor)}`
  const frame = place.frame === undefined ? "" : `, ${t("frames.show", { frame: place.frame + 1 })}`
  const where = `${sensor}${frame}`
  switch (place.kind) {
    case "object":
      return `${t("attributes.ofObject", { id: place.key })}${where}`
    case "point":
      return `${t("issues.point", { x: Math.round(place.at[0]), y: Math.round(place.at[1]) })}${where}`
    case "space": {
      const [x, y, z] = place.at
      const roundTenths = (value: number) => Math.round(value * 10) / 10
      return `${t("issues.space", { x: roundTenths(x), y: roundTenths(y), z: roundTenths(z) })}${where}`
    }
    case "whole":
      return `${t("issues.whole")}${where}`
  }
}
