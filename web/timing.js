// The ESLint rule that keeps real time and fixed ports out of tests. A test that waits for a time, or compares times, fails on
// a busy machine. Tests wait for what they want to see, count what is done, or use their own clock (vi.useFakeTimers).
import path from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL(".", import.meta.url));

/**
 * The number of known faults by file. The list may only shrink: a file with more faults fails, and so does one with fewer
 * until its line here is updated.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const exceptions = {
  "e2e/looks.spec.ts": 1,
  "e2e/phone.spec.ts": 1,
};

const waits = new Set(["setTimeout", "setInterval", "waitForTimeout"]);
const clocks = new Set(["performance.now", "Date.now"]);
const PORT = /(127\.0\.0\.1|localhost|\[::1\]):\d+/;

/** The name by which something is called: "f", "a.f", or ".f" of something that has no name. @param {any} callee */
function nameOf(callee) {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return "";
  return `${callee.object.type === "Identifier" ? callee.object.name : ""}.${callee.property.name}`;
}

/** Reports whether a node is a number other than 0, which lets the system choose a port. @param {any} node */
const isPort = (node) => node?.type === "Literal" && typeof node.value === "number" && node.value > 0;

/** @type {import("eslint").Rule.RuleModule} */
export const timing = {
  meta: {
    type: "problem",
    schema: [{ type: "object", additionalProperties: { type: "integer", minimum: 1 } }],
  },
  create(context) {
    const file = path.relative(web, context.filename).split(path.sep).join("/");
    const allowed = (context.options[0] ?? exceptions)[file] ?? 0;
    const ownClock = /\bvi\.useFakeTimers\(/.test(context.sourceCode.text);
    /** @type {{ node: any, message: string }[]} */
    const found = [];

    /** @param {any} node */
    function call(node) {
      const name = nameOf(node.callee);
      if (name === "test.setTimeout") return; // the time limit of a test
      if (waits.has(name.replace(/^.*\./, "")) && !(ownClock && !name.endsWith("waitForTimeout")))
        found.push({ node, message: `${name} waits for a time: wait for what the test wants to see` });
      if (clocks.has(name) && !ownClock)
        found.push({
          node,
          message: `${name} in a test: count what is done, or bring a clock (vi.useFakeTimers)`,
        });
      if (name.endsWith(".listen") && isPort(node.arguments[0]))
        found.push({ node, message: "a fixed port may be taken: listen on 0" });
    }

    /** @param {any} node @param {string} text */
    const address = (node, text) =>
      PORT.test(text) &&
      found.push({ node, message: "a fixed port may be taken: let the system choose one" });

    return {
      CallExpression: call,
      /** @param {any} node */
      Literal: (node) => void (typeof node.value === "string" && address(node, node.value)),
      /** @param {any} node */
      TemplateElement: (node) => void address(node, node.value.raw),
      /** @param {any} node */
      VariableDeclarator(node) {
        if (node.id.type === "Identifier" && /port$/i.test(node.id.name) && isPort(node.init))
          found.push({ node, message: "a fixed port may be taken: let the system choose one" });
      },
      /** @param {any} node */
      "Program:exit"(node) {
        if (found.length > allowed) for (const fault of found) context.report(fault);
        else if (found.length < allowed)
          context.report({
            node,
            message: `${file} has ${found.length} of its ${allowed} exceptions in timing.js: shrink the list`,
          });
      },
    };
  },
};
