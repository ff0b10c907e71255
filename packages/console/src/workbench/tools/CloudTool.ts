/** A tool of a point cloud at work. */
import type { CommandSet } from "../commands/Command.ts"
import type { KeyScope } from "../input/keys/Binding.ts"
import type { Pick } from "../stages/cloud/CloudInput.ts"
import type { Tool } from "./Tool.ts"

export interface CloudTool {
  readonly pointer: Tool
  readonly commands: CommandSet
  /** The scopes whose keys act with it. */
  readonly scopes: ReadonlyArray<KeyScope>
  /** Selects what is under a click, where objects are not cuboids. */
  readonly pick?: Pick
  /** Whether the chosen sensor has what it edits. Absent: always. */
  readonly isActive?: () => boolean
}
