/** The track of the selected object: where it is, and what can be done with it as a whole. */
import { Select, Text } from "@mantine/core"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../ui/visibleText.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { copyInto } from "../editor/edits/copies.ts"
import { mergeInto, removeFrames } from "../editor/edits/tracks.ts"
import { isArray } from "../editor/json/value.ts"
import { type Annotation, isDrawn } from "../editor/label/annotation.ts"
import { countFrames, findAnnotation } from "../editor/label/frames.ts"
import { listKeyframes } from "../editor/label/tracks/keyframes.ts"
import { findExtent, listMergeableTracks } from "../editor/label/tracks/tracks.ts"
import { useEditor } from "../editor/useStore.ts"
import { FrameRange } from "./FrameRange.tsx"
import classes from "./panels.module.css"
import { TrackVerbs } from "./TrackVerbs.tsx"

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
    () => ({ extent: findExtent(label, trackKey), keyframes: listKeyframes(label, trackKey) }),
    [label, trackKey],
  )
  if (track.extent === undefined) return null
  const { first, last } = track.extent
  const { frame } = state
  const count = countFrames(label)
  const annotation = findAnnotation(label, frame, trackKey)
  const paints = editor.surface !== undefined
  /** The fields are about one track, whatever else is selected. */
  const stopAndRun = (run: () => void) => () => {
    editor.select(new Set([trackKey]))
    run()
  }
  const next = Math.min(frame + 2, count)
  return (
    <>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {paints
          ? t("track.frames", { first: first + 1, last: last + 1 })
          : t("track.extent", { first: first + 1, last: last + 1, count: track.keyframes.length })}
        {annotation?.isKeyframe === false ? ` ${explain(track.keyframes, frame, t)}` : ""}
      </Text>
      <TrackVerbs editor={editor} trackKeys={[trackKey]} fixed={fixed} />
      {annotation !== undefined && canCopy(annotation) ? (
        <FrameRange
          label={t("track.copy")}
          count={count}
          start={{ from: next, to: next }}
          fixed={fixed}
          refuses={({ from, to }) => from === to && from === frame + 1}
          run={(from, to) =>
            stopAndRun(() => editor.update((now, setting) => copyInto(now, from, to, setting)))()
          }
        />
      ) : null}
      <FrameRange
        label={t("track.remove")}
        count={count}
        start={{ from: first + 1, to: last + 1 }}
        fixed={fixed}
        run={(from, to) => stopAndRun(() => removeFrames(editor, from, to))()}
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

/** Says between which keyframes a shape was computed, and what makes its frame a keyframe. */
const explain = (
  keyframes: ReadonlyArray<number>,
  frame: number,
  t: ReturnType<typeof useTranslation<"workbench">>["t"],
): string => {
  const before = keyframes.findLast((one) => one < frame)
  const after = keyframes.find((one) => one > frame)
  if (before === undefined) return ""
  return after === undefined
    ? t("track.continued", { before: before + 1 })
    : t("track.interpolated", { before: before + 1, after: after + 1 })
}

const canCopy = (annotation: Annotation): boolean =>
  isDrawn(annotation) || annotation.source.type === "cuboid" || hasPlaces(annotation)

/** Whether it is a shape in a point cloud. */
const hasPlaces = ({ source }: Annotation): boolean => isArray(source.points)

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
