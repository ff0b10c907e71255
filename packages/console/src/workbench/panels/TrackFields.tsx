/** The track of the selected object: where it is, and what can be done with it as a whole. */
import { Button, Group, Select, Text } from "@mantine/core"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../ui/visibleText.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { mergeInto, removeFrames, splitSelected, trim } from "../editor/edits/tracks.ts"
import { countFrames } from "../editor/label/frames.ts"
import { listKeyframes } from "../editor/label/tracks/keyframes.ts"
import { findExtent, listMergeableTracks } from "../editor/label/tracks/tracks.ts"
import { useEditor } from "../editor/useStore.ts"
import { FrameRange } from "./FrameRange.tsx"
import classes from "./panels.module.css"

interface TrackFieldsProps {
  readonly editor: Editor
  readonly trackKey: string
  readonly fixed: boolean
}

export const TrackFields = ({ editor, fixed, trackKey }: TrackFieldsProps) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const label = getLabel(state)
  const track = useMemo(
    () => ({ extent: findExtent(label, trackKey), keyframes: listKeyframes(label, trackKey).length }),
    [label, trackKey],
  )
  if (track.extent === undefined) return null
  const { first, last } = track.extent
  const { frame } = state
  /** The fields are about one track, whatever else is selected. */
  const stopAndRun = (run: () => void) => () => {
    editor.select(new Set([trackKey]))
    run()
  }
  const actions = [
    {
      name: "splitTrack",
      disabled: frame <= first || frame > last,
      run: () => editor.update(splitSelected),
    },
    { name: "beginTrack", disabled: frame <= first, run: () => trim(editor, "beginTrack") },
    { name: "endTrack", disabled: frame >= last, run: () => trim(editor, "endTrack") },
    { name: "removeHere", disabled: false, run: () => trim(editor, "removeHere") },
  ] as const
  return (
    <>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {editor.surface === undefined
          ? t("track.extent", { first: first + 1, last: last + 1, count: track.keyframes })
          : t("track.frames", { first: first + 1, last: last + 1 })}
      </Text>
      <Group gap={4}>
        {actions.map(({ disabled, name, run }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            disabled={fixed || disabled}
            onClick={stopAndRun(run)}
          >
            {t(`commands.${name}`)}
          </Button>
        ))}
      </Group>
      <FrameRange
        labels={{ from: t("track.from"), to: t("track.to"), run: t("track.remove") }}
        most={countFrames(label)}
        start={{ from: track.extent.first + 1, to: track.extent.last + 1 }}
        fixed={fixed}
        onRun={(from, to) => stopAndRun(() => removeFrames(editor, from, to))()}
      />
      <MergeField
        editor={editor}
        trackKey={trackKey}
        fixed={fixed}
        onMerge={(into) => stopAndRun(() => editor.update((now) => mergeInto(now, into)))()}
      />
    </>
  )
}

const MergeField = ({
  editor,
  fixed,
  onMerge,
  trackKey,
}: TrackFieldsProps & { readonly onMerge: (into: string) => void }) => {
  const { t } = useTranslation("workbench")
  const label = getLabel(useEditor(editor))
  const others = useMemo(() => listMergeableTracks(label, trackKey), [label, trackKey])
  const names = new Map(editor.setting.configuration.categories.map(({ id, name }) => [id, name]))
  return (
    <Select
      size="xs"
      label={t("track.merge")}
      {...(others.length === 0 ? { description: t("track.none") } : {})}
      disabled={fixed || others.length === 0}
      data={others.map(({ categoryId, key }) => ({
        value: key,
        label: `${key} · ${toVisibleText(names.get(categoryId) ?? t("objects.unknown", { id: categoryId }))}`,
      }))}
      value={null}
      searchable
      onChange={(into) => {
        if (into !== null) onMerge(into)
      }}
    />
  )
}
