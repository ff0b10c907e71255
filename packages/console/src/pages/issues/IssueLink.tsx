/** The way from an issue in the list to its place. */
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"

interface IssueLinkProps {
  readonly path: DatasetPath
  readonly issue: Wire<"Issue">
}

export const IssueLink = ({ issue, path }: IssueLinkProps) => {
  const { t } = useTranslation("issues")
  const place = usePlace(issue.anchor)
  return (
    <LinkAnchor
      size="sm"
      aria-label={t("lead", { place, sample: issue.sample_name })}
      to="/d/$owner/$dataset/samples/$uuid"
      params={{ ...path, uuid: issue.sample_uuid }}
      search={{ issue: issue.uuid }}
    >
      {place}
    </LinkAnchor>
  )
}

/** The words for the anchor of an issue: a point, an object, an attribute of the scene, or all of the sample. */
const usePlace = (anchor: Wire<"Issue">["anchor"]): string => {
  const { t } = useTranslation("issues")
  const fields: Readonly<Record<string, unknown>> = { ...anchor }
  const place =
    fields.type === "location"
      ? t("places.point")
      : fields.type === "track"
        ? t("places.object")
        : fields.type === "sceneAttribute"
          ? t("places.attribute")
          : t("places.sample")
  const within = typeof fields.sensor === "string" ? `${place}, ${toVisibleText(fields.sensor)}` : place
  return typeof fields.frame === "number"
    ? t("places.frame", { place: within, frame: fields.frame + 1 })
    : within
}
