/** One issue in the list, with the way to its place. */
import { Anchor, Badge, Table, Text } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { Visible } from "../../ui/Visible.tsx"
import { toVisibleText } from "../../ui/visibleText.ts"
import { When } from "../../ui/When.tsx"

interface IssueRowProps {
  readonly path: DatasetPath
  readonly issue: Wire<"Issue">
}

export const IssueRow = ({ issue, path }: IssueRowProps) => {
  const { i18n, t } = useTranslation("issues")
  const place = usePlace(issue.anchor)
  return (
    <Table.Tr>
      <Table.Td maw={420}>
        <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
          <Visible text={issue.description} />
        </Text>
      </Table.Td>
      <Table.Td h={40}>
        <Anchor
          size="sm"
          aria-label={t("lead", { place, sample: issue.sample_name })}
          renderRoot={(props) => (
            <Link
              to="/d/$owner/$dataset/samples/$uuid"
              params={{ ...path, uuid: issue.sample_uuid }}
              search={{ issue: issue.uuid }}
              {...props}
            />
          )}
        >
          {place}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <Visible text={issue.sample_name} />
      </Table.Td>
      <Table.Td>
        <Badge variant="default" tt="none">
          {issue.status === "OPEN" ? t("statuses.open") : t("statuses.closed")}
        </Badge>
      </Table.Td>
      <Table.Td>{issue.created_by}</Table.Td>
      <Table.Td ta="right">{new Intl.NumberFormat(i18n.language).format(issue.comments.length)}</Table.Td>
      <Table.Td>
        <When at={issue.updated_at} />
      </Table.Td>
    </Table.Tr>
  )
}

/** Says what the anchor of an issue names: a point, an object, an attribute of the scene, or all of the sample. */
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
