/** The commands of the workbench with their keys. The palette, the list of keys and the listener read this table. */
import type { KeyScope } from "./Binding.ts"

export interface CommandEntry {
  readonly scope: KeyScope
  readonly keys: ReadonlyArray<string>
}

const entries = {
  submit: { scope: "workbench", keys: ["Mod+Enter"] },
  reject: { scope: "workbench", keys: ["Mod+Shift+Enter"] },
  save: { scope: "workbench", keys: ["Mod+KeyS"] },
  skip: { scope: "workbench", keys: ["Mod+Period"] },
  undo: { scope: "workbench", keys: ["Mod+KeyZ"] },
  redo: { scope: "workbench", keys: ["Mod+Shift+KeyZ", "Mod+KeyY"] },
  nextObject: { scope: "workbench", keys: ["Tab"] },
  previousObject: { scope: "workbench", keys: ["Shift+Tab"] },
  nextWarning: { scope: "workbench", keys: ["KeyN"] },
  previousWarning: { scope: "workbench", keys: ["Shift+KeyN"] },
  issue: { scope: "workbench", keys: ["KeyI"] },
  compare: { scope: "workbench", keys: ["KeyR"] },
  hideOthers: { scope: "workbench", keys: ["KeyH"] },
  hide: { scope: "2d", keys: ["Shift+KeyH"] },
  lock: { scope: "workbench", keys: ["KeyL"] },
  copy: { scope: "workbench", keys: ["KeyC"] },
  paste: { scope: "workbench", keys: ["KeyV"] },
  delete: { scope: "workbench", keys: ["Delete", "Backspace"] },
  deselect: { scope: "workbench", keys: ["Escape"] },
  keys: { scope: "workbench", keys: ["?"] },
  box: { scope: "shapes", keys: ["KeyB"] },
  polygon: { scope: "shapes", keys: ["KeyP"] },
  polyline: { scope: "shapes", keys: ["KeyO"] },
  point: { scope: "shapes", keys: ["KeyT"] },
  brush: { scope: "bitmap", keys: ["KeyB"] },
  eraser: { scope: "bitmap", keys: ["KeyX"] },
  fill: { scope: "bitmap", keys: ["KeyG"] },
  area: { scope: "bitmap", keys: ["KeyP"] },
  newArea: { scope: "bitmap", keys: ["KeyA"] },
  merge: { scope: "bitmap", keys: ["KeyM"] },
  overwrite: { scope: "bitmap", keys: ["KeyQ"] },
  smaller: { scope: "bitmap", keys: ["BracketLeft"] },
  larger: { scope: "bitmap", keys: ["BracketRight"] },
  fainter: { scope: "bitmap", keys: ["Shift+BracketLeft"] },
  stronger: { scope: "bitmap", keys: ["Shift+BracketRight"] },
  edit: { scope: "2d", keys: ["KeyE"] },
  fit: { scope: "2d", keys: ["Digit0"] },
  zoomIn: { scope: "2d", keys: ["Equal", "Shift+Equal"] },
  zoomOut: { scope: "2d", keys: ["Minus"] },
  finishShape: { scope: "2d", keys: ["Enter"] },
  link: { scope: "shapes", keys: ["Shift+KeyL"] },
  left: { scope: "stills", keys: ["ArrowLeft"] },
  right: { scope: "stills", keys: ["ArrowRight"] },
  up: { scope: "2d", keys: ["ArrowUp"] },
  down: { scope: "2d", keys: ["ArrowDown"] },
  leftFar: { scope: "stills", keys: ["Shift+ArrowLeft"] },
  rightFar: { scope: "stills", keys: ["Shift+ArrowRight"] },
  upFar: { scope: "2d", keys: ["Shift+ArrowUp"] },
  downFar: { scope: "2d", keys: ["Shift+ArrowDown"] },
  previousFrame: { scope: "frames", keys: ["ArrowLeft"] },
  nextFrame: { scope: "frames", keys: ["ArrowRight"] },
  previousFrames: { scope: "frames", keys: ["Shift+ArrowLeft"] },
  nextFrames: { scope: "frames", keys: ["Shift+ArrowRight"] },
  keyframe: { scope: "frames", keys: ["KeyK"] },
  frameLeft: { scope: "frames", keys: ["Alt+ArrowLeft"] },
  frameRight: { scope: "frames", keys: ["Alt+ArrowRight"] },
  frameLeftFar: { scope: "frames", keys: ["Alt+Shift+ArrowLeft"] },
  frameRightFar: { scope: "frames", keys: ["Alt+Shift+ArrowRight"] },
  play: { scope: "frames", keys: ["Mod+Space"] },
  category1: { scope: "workbench", keys: ["Digit1"] },
  category2: { scope: "workbench", keys: ["Digit2"] },
  category3: { scope: "workbench", keys: ["Digit3"] },
  category4: { scope: "workbench", keys: ["Digit4"] },
  category5: { scope: "workbench", keys: ["Digit5"] },
  category6: { scope: "workbench", keys: ["Digit6"] },
  category7: { scope: "workbench", keys: ["Digit7"] },
  category8: { scope: "workbench", keys: ["Digit8"] },
  category9: { scope: "workbench", keys: ["Digit9"] },
} as const satisfies { readonly [name: string]: CommandEntry }

export type CommandName = keyof typeof entries

export const commands: { readonly [Name in CommandName]: CommandEntry } = entries

/** All commands in the order in which they are listed. */
// Object.keys gives up the type of the keys; the table above has no others.
export const commandNames = Object.keys(entries) as ReadonlyArray<CommandName>
