/** The commands of the pages around the workbench, which every page loads. */
import type { CommandEntry } from "../input/keys/Binding.ts"

/** The commands of histories: those of the workbench, and of the editor of configurations, which acts in its fields too. */
export const historyCommands = {
  undo: { scope: "workbench", keys: ["Mod+z"] },
  redo: { scope: "workbench", keys: ["Mod+Shift+z", "Mod+y"] },
} as const satisfies { readonly [name: string]: CommandEntry }

export const pageCommands = {
  palette: { scope: "pages", keys: ["Mod+k"] },
  keys: { scope: "everywhere", keys: ["?"] },
  goDatasets: { scope: "pages", keys: ["g d"] },
  goWebhooks: { scope: "pages", keys: ["g w"] },
  goAccount: { scope: "pages", keys: ["g a"] },
  filter: { scope: "lists", keys: ["/"] },
  nextRow: { scope: "lists", keys: ["j"] },
  previousRow: { scope: "lists", keys: ["k"] },
  openRow: { scope: "lists", keys: ["Enter"] },
  selectRow: { scope: "lists", keys: ["x"] },
} as const satisfies { readonly [name: string]: CommandEntry }
