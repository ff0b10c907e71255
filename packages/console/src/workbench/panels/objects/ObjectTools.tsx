/** The filter of the list of objects, and the choice of its groups and its order. */
import { ActionIcon, Button, NativeSelect, Popover, TextInput } from "@mantine/core"
import IconArrowsSort from "@tabler/icons-react/icons/IconArrowsSort"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { useTranslation } from "react-i18next"
import { getLabel } from "../../editor/EditorState.ts"
import { isSequence } from "../../editor/label/frames.ts"
import { useEditor } from "../../editor/useStore.ts"
import { useKeyHint } from "../../input/keys/useKeymap.ts"
import { useWork } from "../../Work.ts"
import { arrangementStore, groupings, objectOrders } from "./ArrangementStore.ts"
import own from "./objects.module.css"
import { listShownKeys } from "./useObjectListing.ts"

export const ObjectTools = () => {
  const { editor, focusStage, objects } = useWork()
  const { t } = useTranslation("workbench")
  const hint = useKeyHint()
  const { filter, groups, setFilter, total } = objects
  const { frame } = useEditor(editor)
  const matching = groups.flatMap((group) => group.objects)
  const keys = listShownKeys(matching, frame)
  const selectMatching = () => {
    editor.select(new Set(keys))
    focusStage()
  }
  return (
    <>
      <div className={own.tools}>
        <TextInput
          type="search"
          size="xs"
          className={own.filter}
          leftSection={<IconSearch size={14} />}
          aria-label={t("objects.filter")}
          title={hint(t("commands.filterObjects"), "filterObjects")}
          placeholder={t("objects.filterHint")}
          maxLength={200}
          data-object-filter
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === "Enter" && filter.trim() !== "" && keys.length > 0) selectMatching()
            if (event.key !== "Escape") return
            // The first Escape clears the field, the next one leaves it.
            if (filter === "") focusStage()
            else setFilter("")
          }}
        />
        <ArrangementButton />
      </div>
      {filter.trim() === "" ? null : (
        <div className={own.status} role="status">
          <span>
            {matching.length === 0
              ? t("objects.noMatch")
              : t("objects.matching", { count: matching.length, total })}
          </span>
          {keys.length === 0 ? null : (
            <Button size="compact-xs" variant="subtle" onClick={selectMatching}>
              {t("objects.select")}
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" onClick={() => setFilter("")}>
            {t("objects.clear")}
          </Button>
        </div>
      )}
    </>
  )
}

const ArrangementButton = () => {
  const { editor, objects } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const { grouping, order } = objects.arrangement
  const isChanged = grouping !== "none" || order !== "drawn"
  const hasTracks = isSequence(getLabel(state))
  return (
    <Popover position="bottom-end" shadow="md" returnFocus trapFocus>
      <Popover.Target>
        <ActionIcon
          size={30}
          variant={isChanged ? "light" : "subtle"}
          color={isChanged ? "indigo" : "gray"}
          aria-label={t("objects.arrange")}
          title={t("objects.arrange")}
        >
          <IconArrowsSort size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("objects.arrange")}>
        <div className={own.choices}>
          <NativeSelect
            size="xs"
            label={t("objects.group")}
            value={grouping}
            data={groupings
              .filter((name) => hasTracks || name !== "track")
              .map((name) => ({ value: name, label: t(`objects.groupings.${name}`) }))}
            onChange={({ currentTarget }) => {
              const chosen = groupings.find((name) => name === currentTarget.value)
              if (chosen !== undefined) arrangementStore.update({ grouping: chosen })
            }}
          />
          <NativeSelect
            size="xs"
            label={t("objects.sort")}
            value={order}
            data={objectOrders
              // Areas of a bitmap and sets of points have no geometry in the label.
              .filter((name) => name !== "size" || editor.surface === undefined)
              .map((name) => ({ value: name, label: t(`objects.orders.${name}`) }))}
            onChange={({ currentTarget }) => {
              const chosen = objectOrders.find((name) => name === currentTarget.value)
              if (chosen !== undefined) arrangementStore.update({ order: chosen })
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
