/** The buttons that extend, end or split tracks at the shown frame. */
import { Button, Group, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../commands/CommandContext.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { findLastFrame } from "../editor/label/frames.ts"
import { findNextGap } from "../editor/label/tracks/extend.ts"
import { findExtent } from "../editor/label/tracks/tracks.ts"
import { useEditor } from "../editor/useStore.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"

interface TrackVerbsProps {
  readonly editor: Editor
  /** The tracks that the form names; a verb does nothing with those that are locked or that it cannot change. */
  readonly trackKeys: ReadonlyArray<string>
  readonly fixed: boolean
}

export const TrackVerbs = ({ editor, fixed, trackKeys }: TrackVerbsProps) => {
  const { t } = useTranslation("workbench")
  const run = useRunCommand()
  const hint = useKeyHint()
  const state = useEditor(editor)
  const label = getLabel(state)
  const { frame, locked } = state
  const end = findLastFrame(label)
  const unlocked = trackKeys.filter((key) => !locked.has(key))
  const tracks = unlocked.map((key) => ({ key, extent: findExtent(label, key) }))
  const isAny = (test: (extent: { readonly first: number; readonly last: number }, key: string) => boolean) =>
    tracks.some(({ extent, key }) => extent !== undefined && test(extent, key))
  const extensions =
    editor.surface === undefined
      ? ([
          {
            name: "extendToNext",
            disabled: !isAny((_, key) => findNextGap(label, frame, key) !== undefined),
          },
          { name: "extendToEnd", disabled: !isAny(({ last }) => last < end) },
        ] as const)
      : []
  const verbs = [
    ...extensions,
    { name: "beginTrack", disabled: !isAny(({ first }) => frame > first) },
    { name: "endTrack", disabled: !isAny(({ last }) => frame < last) },
    { name: "splitTrack", disabled: !isAny(({ first, last }) => frame > first && frame <= last) },
    { name: "removeHere", disabled: false },
  ] as const
  return (
    <Group gap={4}>
      {verbs.map(({ disabled, name }) => (
        <Tooltip key={name} label={hint(t(`commands.${name}`), name)}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={fixed || disabled}
            onClick={() => {
              // More may be selected than the form names: in other sensors, or what the shown frame lacks.
              editor.select(new Set(trackKeys))
              run(name)
            }}
          >
            {t(`commands.${name}`)}
          </Button>
        </Tooltip>
      ))}
    </Group>
  )
}
