/** The German words of components that many pages share. */
import type { Translation } from "../words.ts"

export default {
  cancel: "Abbrechen",
  copy: "Kopieren",
  copied: "Kopiert",
  loading: "Lädt",
  secretOnce: "Dies wird nur jetzt gezeigt. Kopieren Sie es an einen sicheren Ort.",
  secretStored: "Ich habe es gespeichert",
  done: "Fertig",
} satisfies Translation<"ui">
