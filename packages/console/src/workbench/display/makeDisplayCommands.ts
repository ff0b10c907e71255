/** The commands of how images and objects are drawn. */
import { type CommandSet, makeEach } from "../commands/Command.ts"
import { displayStore } from "./DisplaySettings.ts"

export const makeDisplayCommands = (onOpen: () => void): CommandSet => ({
  display: { run: onOpen },
  names: { run: () => displayStore.showNextNames() },
  crosshair: { run: () => displayStore.update({ crosshair: !displayStore.state.crosshair }) },
  imageGrid: { run: () => displayStore.update({ grid: !displayStore.state.grid }) },
  ...makeEach({ brighter: 0.1, darker: -0.1 }, (by) => ({
    run: () => displayStore.update({ brightness: displayStore.state.brightness + by }),
  })),
})
