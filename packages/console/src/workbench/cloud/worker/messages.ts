/** What the page and the worker of point clouds send each other. */
import type { CloudErrorCode, CloudErrorDetails } from "../formats/CloudError.ts"
import type { Pose, PreparedCloud } from "../model/prepared.ts"

export interface ParseRequest {
  readonly id: number
  readonly bytes: ArrayBuffer
  readonly type: string
  readonly pose: Pose | undefined
}

export type ParseAnswer =
  | { readonly id: number; readonly cloud: PreparedCloud }
  | { readonly id: number; readonly code: CloudErrorCode; readonly details: CloudErrorDetails }
  | { readonly id: number; readonly message: string }
