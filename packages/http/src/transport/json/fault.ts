/** How the scanner leaves its loops: thrown inside this folder, caught at its door, never seen outside. */
import type { FaultReason } from "./faults.ts"

export class Fault {
  constructor(
    readonly reason: FaultReason,
    readonly offset: number,
  ) {}
}
