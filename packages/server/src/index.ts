/** The entry point for starting the server from code: settings, the engine over them, and the API on a socket. */
export { engineLayer, type Running } from "./engine/engineLayer.ts"
export { serveApi } from "./serve/api.ts"
export { firstStart, type MadeKey } from "./serve/firstStart.ts"
export { logging } from "./serve/logging.ts"
export { type Flags, loadSettings, SettingsRefused } from "./settings/loadSettings.ts"
export type { Setting, SettingType } from "./settings/Setting.ts"
export { type Settings, settings } from "./settings/settings.ts"
