/** One category: its name, its color, its attributes, and what holds for its objects. */
import { Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import classes from "../configuration.module.css"
import type { Path } from "../model/textTree.ts"
import { AttributeList } from "./AttributeList.tsx"
import { AxesFields } from "./AxesFields.tsx"
import { CategoriesField } from "./CategoriesField.tsx"
import { ColorField } from "./ColorField.tsx"
import { FlagField, NumberField, TextField } from "./fields.tsx"
import { useFields } from "./useFields.ts"

export const CategoryFields = ({ path }: { readonly path: Path }) => {
  const { t } = useTranslation("configuration")
  const isShown = useFields(path)
  return (
    <>
      <section aria-label={t("category.title")} className={classes.section}>
        <h3 className={classes.title}>{t("category.title")}</h3>
        <div className={classes.two}>
          <TextField path={[...path, "name"]} label={t("category.name")} required />
          <NumberField path={[...path, "id"]} label={t("category.id")} required />
          <ColorField path={[...path, "color"]} fallback="#808080" />
        </div>
        {isShown("has_instances", "bitmaps") ? (
          <Group gap="md" mt="xs">
            <FlagField path={[...path, "has_instances"]} label={t("category.instances")} unset />
          </Group>
        ) : null}
      </section>
      <AttributeList
        path={[...path, "attributes"]}
        title={t("category.attributes")}
        hint={t("category.noAttributes")}
      />
      {isShown("link_category_restrictions", "links") ? (
        <section aria-label={t("category.links")} className={classes.section}>
          <CategoriesField
            path={[...path, "link_category_restrictions"]}
            label={t("category.linksTo")}
            description={t("category.linksToHint")}
          />
        </section>
      ) : null}
      {isShown("link_attributes", "links") ? (
        <AttributeList
          path={[...path, "link_attributes"]}
          title={t("category.linkAttributes")}
          hint={t("category.noLinkAttributes")}
        />
      ) : null}
      <CuboidFields path={path} />
    </>
  )
}

const cuboidKeys = ["dimensions", "lock_dimensions", "lock_rotation", "lock_position"]

const CuboidFields = ({ path }: { readonly path: Path }) => {
  const { t } = useTranslation("configuration")
  const isShown = useFields(path)
  if (!cuboidKeys.some((key) => isShown(key, "cuboids"))) return null
  return (
    <section aria-label={t("category.cuboids")} className={classes.section}>
      <h3 className={classes.title}>{t("category.cuboids")}</h3>
      <AxesFields path={[...path, "dimensions"]} label={t("category.dimensions")} />
      <Group gap="md">
        <FlagField path={[...path, "lock_dimensions"]} label={t("category.lockDimensions")} />
        <FlagField path={[...path, "lock_rotation"]} label={t("category.lockRotation")} />
        <FlagField path={[...path, "lock_position"]} label={t("category.lockPosition")} />
      </Group>
    </section>
  )
}
