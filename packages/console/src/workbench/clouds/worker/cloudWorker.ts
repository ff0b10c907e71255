/** Parses point clouds beside the page, so that it stays responsive. */
import { parseCloud } from "../formats/parseCloud.ts"
import { serve } from "./serve.ts"

serve(parseCloud)
