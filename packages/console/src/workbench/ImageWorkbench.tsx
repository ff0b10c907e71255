/** The workbench of images: their shapes, or the areas of their bitmaps. */
import { useCallback, useEffect, useMemo, useState } from "react"
import type { Masks } from "./documents/bitmap/Masks.ts"
import { getLabel } from "./editor/EditorState.ts"
import { isSequence } from "./editor/label/frames.ts"
import { useEditor, useStore } from "./editor/useStore.ts"
import type { KeyScope } from "./input/keys/Binding.ts"
import { findFirstCommand } from "./panels/objects/ObjectsPanel.tsx"
import { Panels } from "./panels/Panels.tsx"
import { BesideCanvas } from "./stages/image/BesideCanvas.tsx"
import { Canvas } from "./stages/image/Canvas.tsx"
import { KeyboardCross } from "./stages/image/KeyboardCross.ts"
import { makeImageCommands } from "./stages/image/makeImageCommands.ts"
import { Picture } from "./stages/image/Picture.ts"
import { makeImagePlaces } from "./stages/image/Places.ts"
import { ViewportStore } from "./stages/image/ViewportStore.ts"
import { Pair } from "./stages/Pair.tsx"
import { BrushBar } from "./tools/paint/BrushBar.tsx"
import { makePaintCommands } from "./tools/paint/makePaintCommands.ts"
import { ImageTools } from "./tools/ToolStrip.tsx"
import type { Tool } from "./tools/tools.ts"
import { Workbench, type WorkbenchProps } from "./Workbench.tsx"

export interface ImageWorkbenchProps extends WorkbenchProps {
  /** The bitmaps, where objects are areas. */
  readonly masks?: Masks | undefined
  /** Addresses of the images by frame. */
  readonly urls: ReadonlyArray<string | undefined>
  /** The tools that the task type permits. */
  readonly offered: ReadonlySet<Tool>
}

export const ImageWorkbench = ({ masks, offered, urls, ...props }: ImageWorkbenchProps) => {
  const { editor } = props
  const [viewport] = useState(() => new ViewportStore())
  const [picture] = useState(() => new Picture())
  const cross = useMemo(() => new KeyboardCross(editor, viewport), [editor, viewport])
  const crossAt = useStore(cross)
  const { wasShown } = useStore(picture)
  const handlePointer = useCallback(() => cross.followPointer(), [cross])
  const state = useEditor(editor)
  const places = useMemo(() => makeImagePlaces(editor, viewport), [editor, viewport])
  const mask = masks?.getDocument(state.frame)
  const commands = useMemo(
    () => [
      ...(masks === undefined ? [] : [makePaintCommands(masks)]),
      makeImageCommands({ cross, editor, offered, picture, viewport }),
    ],
    [masks, cross, editor, offered, picture, viewport],
  )
  // Without a selection the issue is about a place, which the next press chooses.
  const onIssue = useCallback(() => {
    if (editor.state.selected.size === 0) editor.choose("pin")
  }, [editor])
  useEffect(() => {
    if (state.tool === "edit") cross.hide()
  }, [state.tool, cross])
  return (
    <Workbench
      {...props}
      places={places}
      mask={mask}
      isShown={wasShown}
      commands={commands}
      scopes={useScopes(masks !== undefined, isSequence(getLabel(state)))}
      onIssue={onIssue}
      tools={<ImageTools editor={editor} offered={offered} picture={picture} />}
      stage={
        <>
          {masks === undefined ? null : <BrushBar masks={masks} />}
          <Pair
            beside={(beside) => <BesideCanvas beside={beside} viewport={viewport} url={urls[state.frame]} />}
          >
            <Canvas
              viewport={viewport}
              picture={picture}
              mask={mask}
              url={urls[state.frame]}
              onPointer={handlePointer}
              cross={state.tool === "edit" ? undefined : crossAt}
            />
          </Pair>
        </>
      }
      panels={<Panels draws={findFirstCommand(offered)} />}
    />
  )
}

/** The scopes of keys that act on images, by what is labeled. */
const useScopes = (paints: boolean, sequence: boolean): ReadonlySet<KeyScope> =>
  useMemo(
    () =>
      new Set<KeyScope>([
        "everywhere",
        "workbench",
        "2d",
        ...(paints ? (["bitmap", "painting"] as const) : (["shapes"] as const)),
        sequence ? "frames" : "stills",
        ...(sequence && !paints ? (["keyframes"] as const) : []),
      ]),
    [sequence, paints],
  )
