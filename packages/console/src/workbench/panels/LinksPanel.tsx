/** The links of what is selected: made between two objects, edited and removed where one is selected. */
import { Button, UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { linkOffer, linkSelected, removeLinkFrom, setLinkAttribute } from "../editor/edits/links.ts"
import { isObject } from "../editor/json/value.ts"
import { listLinkAttributes } from "../editor/label/attributes/configuration.ts"
import { type Link, listLinks } from "../editor/label/links.ts"
import { findAnywhere } from "../editor/sensorLabels.ts"
import { useEditor } from "../editor/useStore.ts"
import { useWork } from "../Work.ts"
import { AttributeField } from "./AttributeField.tsx"
import classes from "./panels.module.css"

export const LinksPanel = () => {
  const { editor } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const offer = linkOffer(state, editor.setting)
  const links = listLinks(getLabel(state)).filter(
    ({ from, to }) => state.selected.has(from) || state.selected.has(to),
  )
  if (editor.surface !== undefined || (offer === undefined && links.length === 0)) return null
  return (
    <section className={classes.panel} aria-label={t("links.title")}>
      <h2 className={classes.title}>
        {t("links.title")} <span className={classes.count}>{links.length}</span>
      </h2>
      {offer === undefined || state.readOnly ? null : (
        <Button
          size="xs"
          variant="default"
          disabled={offer.problem !== undefined}
          onClick={() => editor.update(linkSelected)}
        >
          {offer.problem === undefined
            ? t("links.make", { from: offer.from.key, to: offer.to.key })
            : t(`links.problem.${offer.problem}`)}
        </Button>
      )}
      <ul className={classes.list}>
        {links.map((link) => (
          <LinkRow key={`${link.from} ${link.to}`} editor={editor} link={link} readOnly={state.readOnly} />
        ))}
      </ul>
    </section>
  )
}

interface LinkRowProps {
  readonly editor: Editor
  readonly link: Link
  readonly readOnly: boolean
}

const LinkRow = ({ editor, link, readOnly }: LinkRowProps) => {
  const { t } = useTranslation("workbench")
  const { configuration } = editor.setting
  const state = useEditor(editor)
  const from = findAnywhere(state, link.from)
  const values = isObject(link.source.attributes) ? link.source.attributes : {}
  const attributes = from === undefined ? [] : listLinkAttributes(configuration, from.categoryId)
  return (
    <li>
      <div className={classes.withAction}>
        <UnstyledButton
          className={classes.row}
          onClick={() => editor.select(new Set([state.selected.has(link.from) ? link.to : link.from]))}
        >
          {t("links.one", { from: link.from, to: link.to })}
        </UnstyledButton>
        {readOnly ? null : (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t("links.removeOf", { from: link.from, to: link.to })}
            onClick={() => editor.update((now) => removeLinkFrom(now, link))}
          >
            {t("links.remove")}
          </Button>
        )}
      </div>
      {attributes.map((attribute) => (
        <div key={attribute.name} className={classes.ofLink}>
          <AttributeField
            attribute={attribute}
            value={values[attribute.name]}
            readOnly={readOnly}
            onChange={(value) => editor.update((now) => setLinkAttribute(now, link, attribute.name, value))}
          />
        </div>
      ))}
    </li>
  )
}
