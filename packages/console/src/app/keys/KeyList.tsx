/** The keys that act on pages. */
import { KeysDialog } from "../../workbench/input/keys/KeySettings.tsx"
import { useKeymap } from "../../workbench/input/keys/useKeymap.ts"
import { pageScopes } from "./usePageKeys.ts"

const KeyList = ({ onClose }: { readonly onClose: () => void }) => (
  <KeysDialog keymap={useKeymap()} scopes={pageScopes} onClose={onClose} />
)

export default KeyList
