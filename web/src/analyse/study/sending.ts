// What can be sent of what is done to a study.
import type { StudyRequest } from "../../wire.ts";

/** Bytes of a message. The server ends the connection at a longer one, after which it would be sent again. */
const LARGEST = 256 << 10;

export const isSmall = (request: StudyRequest): boolean =>
  new TextEncoder().encode(JSON.stringify(request)).length <= LARGEST;
