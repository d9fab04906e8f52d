// The catalogue of all that people read: t("home.title") is a text, with its places
// filled in and in the right number. A key that does not exist, a place that is not filled in and one
// that the text does not have are errors of the compiler.
import i18next from "i18next";
import * as en from "./en.ts";
import type lessons from "./en/lessons.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    nsSeparator: false;
    resources: { translation: typeof en & { lessons: typeof lessons } };
    strictKeyChecks: true;
    strictInterpolationChecks: true;
    interpolationPrefix: "{";
    interpolationSuffix: "}";
  }
}

const catalogue = i18next.createInstance();
void catalogue.init({
  lng: "en",
  nsSeparator: false, // one catalogue
  resources: { en: { translation: { ...en } } },
  initAsync: false, // the texts are here
  returnEmptyString: true,
  interpolation: { prefix: "{", suffix: "}", escapeValue: false }, // Svelte escapes what it writes
});

export const t = catalogue.t;

// What the server says in sentences of which a language writes the times in its own way: {a, moment}.
catalogue.services.formatter?.add("moment", (at: string) => momentText(at, "moment"));
catalogue.services.formatter?.add("time", (at: string) => momentText(at, "time"));
catalogue.services.formatter?.add("span", (seconds: string) => waitText(Number(seconds)));

/** Fetches the texts of lessons, which are long, and which nobody else needs: before any of them is asked for. */
export async function fetchLessonTexts(): Promise<void> {
  const texts = await import("./en/lessons.ts");
  catalogue.addResourceBundle("en", "translation", { lessons: texts.default }, true);
}

/** The text of a key that comes with a message; undefined where the catalogue has none. */
export const sayIfKnown = (key: string, places: Record<string, string | number> = {}): string | undefined =>
  catalogue.exists(key, places) ? String(catalogue.t(key as never, places as never)) : undefined;

/** A number as it is written in the language of the texts: 12,000. */
export const numeral = (n: number): string => n.toLocaleString(catalogue.language);

/** Some things one after the other, as they are listed in the language of the texts: A, B and C. */
export const listText = (parts: readonly string[]): string => listed(parts, "conjunction");

/** Some things of which one is meant: A, B or C. */
export const eitherText = (parts: readonly string[]): string => listed(parts, "disjunction");

const listed = (parts: readonly string[], type: Intl.ListFormatType): string =>
  new Intl.ListFormat(catalogue.language === "en" ? "en-GB" : catalogue.language, { type }).format(parts);

const time = { hour: "2-digit", minute: "2-digit" } as const;
const shortDay = { day: "numeric", month: "short" } as const;
/** What is told of a moment: as much as is not known from where it stands. */
const forms = {
  /** 14:05 */
  time,
  /** 1 Jul */
  shortDay,
  /** 1 July 2026 */
  day: { day: "numeric", month: "long", year: "numeric" },
  /** Wednesday 1 July */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** 1 Jul, 14:05 */
  recent: { ...shortDay, ...time },
  /** 1 Jul 2026, 14:05 */
  moment: { ...shortDay, year: "numeric", ...time },
} as const;

/** A moment of the server as it is written in the language of the texts, days as in Britain; "" for none. */
export function momentText(at: string, form: keyof typeof forms): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(catalogue.language === "en" ? "en-GB" : catalogue.language, forms[form]);
}

/** A time to wait, rounded up: "90 seconds", "15 minutes". */
const waitText = (seconds: number): string =>
  seconds > 90
    ? t("common.span.minutes", { count: Math.ceil(seconds / 60) })
    : t("common.span.seconds", { count: seconds });
