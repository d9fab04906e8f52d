/** A user of a page in tests: elements are found by their accessible names. */
import { flushSync, mount, unmount, type Component } from "svelte";
import { onTestFinished, vi } from "vitest";

let close: (() => void) | null = null;

/** Removes the shown component. */
function leave(): void {
  close?.();
  close = null;
}

/**
 * Shows a component in place of the last one, until the test ends, and waits until everything it requests has arrived.
 */
export async function show<P extends Record<string, unknown>>(
  component: Component<P>,
  props: P,
): Promise<void> {
  leave();
  const shown = mount(component, { target: document.body, props });
  close = () => void unmount(shown);
  onTestFinished(leave);
  await settled();
}

/** The maximum length of a chain of answers. */
const TURNS = 100;

/** Waits until nothing changes: all answers of a test's server arrive without a timer. */
export async function settled(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let i = 0; i < TURNS; i++) {
    await Promise.resolve();
    flushSync();
  }
}

const words = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

/** The accessible name of an element. */
function nameOf(element: Element): string {
  const labels = "labels" in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
  const label = labels.map((l) => l.querySelector("span")?.textContent ?? l.textContent).join(" ");
  return words(element.getAttribute("aria-label") ?? (label || element.textContent));
}

const matches = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === "string" ? name === wanted : wanted.test(name);

/** Roles that tests ask for, as selectors. */
const roles = {
  alert: "[role=alert]",
  button: "button",
  heading: "h1, h2, h3",
  link: "a[href]",
  number: "input[type=number]",
  radio: "input[type=radio]",
  checkbox: "input[type=checkbox]",
  slider: "input[type=range]",
  choice: "select",
  status: "[role=status]",
  tab: "[role=tab]",
  text: "input:not([type]), input[type=text], textarea",
} as const;

type Elements = {
  button: HTMLButtonElement;
  link: HTMLAnchorElement;
  choice: HTMLSelectElement;
  alert: HTMLElement;
  heading: HTMLElement;
  status: HTMLElement;
  tab: HTMLElement;
} & Record<"number" | "radio" | "checkbox" | "slider" | "text", HTMLInputElement>;

/** All elements of a role with that name; all of the role without a name. */
export function all<R extends keyof typeof roles>(role: R, name: string | RegExp = /(?:)/): Elements[R][] {
  const found = [...document.querySelectorAll<Elements[R]>(roles[role])];
  return found.filter((element) => matches(nameOf(element), name));
}

/** The only element of a role with that name. */
export function the<R extends keyof typeof roles>(role: R, name: string | RegExp = /(?:)/): Elements[R] {
  const [found, ...more] = all(role, name);
  if (found && more.length === 0) return found;
  const known = all(role).map(nameOf).join("; ");
  throw new Error(`${more.length + (found ? 1 : 0)} of role ${role} called ${String(name)} among: ${known}`);
}

/** Clicks on it. */
export async function press(element: HTMLElement): Promise<void> {
  element.click();
  await settled();
}

/** Opens the folded section with that label. */
export async function unfold(word: string): Promise<void> {
  const details = [...document.querySelectorAll("details")].find(
    (d) => read(d.querySelector("summary")!) === word,
  );
  if (!details) throw new Error(`nothing is folded away under ${word}`);
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await settled();
}

/** Types into a field, or selects an option by name or value. */
export async function fill(field: HTMLInputElement | HTMLSelectElement, value: string): Promise<void> {
  const option =
    field instanceof HTMLSelectElement && [...field.options].find((o) => words(o.text) === value);
  field.value = option ? option.value : value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  await settled();
}

/** The text of the page, or of a part of it. */
export const read = (part: string | Element = document.body): string =>
  words((typeof part === "string" ? document.querySelector(part) : part)?.textContent);
